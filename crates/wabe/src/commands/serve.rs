//! Starts the server.

use crate::cli::ServeArgs;
use crate::fail::Failure;
use serde::Deserialize;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use wabe_server::Config;
use wabe_store::Sqlite;

const LISTEN: &str = "127.0.0.1:8080";

/// What may stand in the file of settings: the same as on the command line.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct File {
    listen: Option<String>,
    log: Option<String>,
    public: Option<String>,
    behind_proxy: Option<bool>,
    sockets_per_address: Option<usize>,
    tables_per_hour: Option<u32>,
    requests_per_second: Option<u32>,
}

impl File {
    /// Reads the file that was named, or the one in the data folder if there is
    /// one.
    fn read(named: Option<&Path>, data: &Path) -> Result<File, Failure> {
        let usual = data.join("wabe.toml");
        let path = match named {
            Some(path) => path,
            None if usual.is_file() => &usual,
            None => return Ok(File::default()),
        };
        let text =
            std::fs::read_to_string(path).map_err(|error| Failure::file("read", path, &error))?;
        toml::from_str(&text).map_err(|error| {
            let before = error.span().map_or("", |span| &text[..span.start]);
            let line = 1 + before.matches('\n').count();
            let what = error.message();
            Failure::Usage(format!("{}, line {line}: {what}", path.display()))
        })
    }
}

pub fn run(args: &ServeArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let data = args.data.clone().unwrap_or_else(wabe_solve::data_folder);
    let file = File::read(args.config.as_deref(), &data)?;
    let usual = Config::default();
    let config = Config {
        public: args.public.clone().or(file.public),
        behind_proxy: args.behind_proxy.or(file.behind_proxy).unwrap_or(usual.behind_proxy),
        sockets_per_address: args
            .sockets_per_address
            .or(file.sockets_per_address)
            .unwrap_or(usual.sockets_per_address),
        tables_per_hour: args
            .tables_per_hour
            .or(file.tables_per_hour)
            .unwrap_or(usual.tables_per_hour),
        requests_per_second: args
            .requests_per_second
            .or(file.requests_per_second)
            .unwrap_or(usual.requests_per_second),
    };
    let level = args.log.clone().or(file.log).unwrap_or_else(|| "warn".to_owned());
    let level: tracing_subscriber::filter::LevelFilter = level.parse().map_err(|_| {
        Failure::Usage(format!("`{level}` is no level: error, warn, info, debug or trace"))
    })?;
    tracing_subscriber::fmt().with_max_level(level).with_writer(std::io::stderr).init();
    let listen = args.listen.clone().or(file.listen).unwrap_or_else(|| LISTEN.to_owned());
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(serve(&listen, &data, config, out))
}

async fn serve(
    listen: &str,
    data: &Path,
    config: Config,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let listener = tokio::net::TcpListener::bind(listen).await.map_err(|error| {
        Failure::Usage(format!("cannot listen at {listen}: {error} (choose another with --listen)"))
    })?;
    let wrong = |error: wabe_store::StoreError| Failure::Wrong(error.to_string());
    let store = Sqlite::open(data).await.map_err(wrong)?;
    let address = listener.local_addr()?;
    let stop = told_to_stop()?;
    writeln!(
        out,
        "Wabe is at http://{address} (Ctrl-C ends it; games are kept in {})",
        data.display()
    )?;
    out.flush()?;
    wabe_server::serve(listener, Arc::new(store), config, stop).await.map_err(wrong)
}

/// Ready when somebody presses Ctrl-C or the system wants us to end; that is
/// heard from now on.
fn told_to_stop() -> std::io::Result<impl Future<Output = ()> + Send + 'static> {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let mut interrupted = signal(SignalKind::interrupt())?;
        let mut terminated = signal(SignalKind::terminate())?;
        Ok(async move {
            tokio::select! {
                _ = interrupted.recv() => {}
                _ = terminated.recv() => {}
            }
        })
    }
    #[cfg(not(unix))]
    Ok(async {
        let _ = tokio::signal::ctrl_c().await;
    })
}
