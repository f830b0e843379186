//! A server of our own, as a process.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};

/// A running server; it is killed when dropped.
pub struct Server {
    child: Child,
    /// `127.0.0.1:PORT`.
    pub address: String,
}

impl Server {
    /// Starts a server on a free port, with limits that let one address do
    /// everything.
    pub async fn start(program: &Path, data: &Path) -> Result<Server, Box<dyn Error>> {
        let mut child = Command::new(program)
            .args(["serve", "--listen", "127.0.0.1:0", "--data"])
            .arg(data)
            .args(["--sockets-per-address", "1000000", "--tables-per-hour", "100000000"])
            .args(["--requests-per-second", "1000000"])
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .map_err(|error| format!("cannot start {}: {error}", program.display()))?;
        let stdout = child.stdout.take().ok_or("the server has no output")?;
        let mut lines = BufReader::new(stdout).lines();
        let first = lines.next_line().await?.ok_or("the server said nothing")?;
        let address = first
            .split_once("http://")
            .and_then(|(_, rest)| rest.split_whitespace().next())
            .ok_or_else(|| format!("the server said `{first}`"))?;
        Ok(Server { child, address: address.to_owned() })
    }

    /// Kills the server and waits until it is gone.
    pub async fn kill(mut self) -> std::io::Result<()> {
        self.child.kill().await
    }

    /// Memory in use now, in megabytes.
    pub fn megabytes(&self) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id()?)).ok()?;
        let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
        Some(line.split_whitespace().nth(1)?.parse::<u64>().ok()? / 1024)
    }

    /// Seconds of processor time used so far.
    pub fn processor_seconds(&self) -> Option<f64> {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id()?)).ok()?;
        let rest: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
        let ticks: u64 = rest.get(11)?.parse::<u64>().ok()? + rest.get(12)?.parse::<u64>().ok()?;
        Some(ticks as f64 / 100.0)
    }
}

/// The program beside this tool.
pub fn usual_program() -> PathBuf {
    let beside = std::env::current_exe().ok().and_then(|path| Some(path.parent()?.join("wabe")));
    beside.unwrap_or_else(|| PathBuf::from("wabe"))
}
