//! The pages, made on the server.
