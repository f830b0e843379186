//! Tables in the browser.
pub mod pages;
pub mod wire;
