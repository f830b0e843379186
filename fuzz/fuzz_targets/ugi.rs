#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| wabe_fuzzing::ugi(bytes));
