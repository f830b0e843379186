//! Completions and the manual page, from the definition of the commands.

use crate::cli::{Cli, CompletionsArgs};
use crate::fail::Failure;
use clap::CommandFactory;
use std::io::Write;

pub fn completions(args: &CompletionsArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "wabe", &mut script);
    Ok(out.write_all(&script)?)
}

/// The page of the program, then one of each command.
pub fn man(out: &mut dyn Write) -> Result<(), Failure> {
    let mut command = Cli::command();
    command.build();
    let mut page = Vec::new();
    clap_mangen::Man::new(command.clone()).render(&mut page)?;
    for sub in command.get_subcommands().filter(|sub| sub.get_name() != "help") {
        let man = clap_mangen::Man::new(sub.clone());
        writeln!(page, ".SH \"WABE {}\"", sub.get_name().to_uppercase())?;
        man.render_description_section(&mut page)?;
        man.render_synopsis_section(&mut page)?;
        man.render_options_section(&mut page)?;
    }
    Ok(out.write_all(&page)?)
}
