//! Tables in the browser: pages, sockets, clocks.
//!
//! [`serve`] runs until it is told to stop. Inside, a [`hall::Hall`] holds the
//! tables; a [`room::Room`] is one of them, without any input or output; the
//! rest is how people reach them.

pub mod api;
pub mod clock;
pub mod events;
pub mod guard;
pub mod hall;
pub mod limits;
pub mod live;
pub mod metrics;
mod opening;
pub mod pages;
mod programs;
pub mod refusal;
pub mod room;
mod story;
pub mod who;
pub mod wire;

use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::middleware::{from_fn, from_fn_with_state};
use axum::routing::get;
use axum::serve::ListenerExt;
use hall::{Cause, Hall, now};
use limits::{Counted, PerAddress, Rate};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::future::Future;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::{mpsc, watch};
use tokio::task::JoinSet;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{DefaultPredicate, NotForContentType, Predicate};
use wabe_store::{Millis, Store, StoreError, TableId};

/// How often the store is told that we live: a crash costs clocks at most this.
const HEARTBEAT: Duration = Duration::from_secs(2);

/// How often unused rooms are forgotten.
const TIDYING: Duration = Duration::from_secs(30);

/// So many tables at once get their time back after a restart.
const TOGETHER: usize = 256;

/// How long a graceful stop waits for connections to end.
const PATIENCE: Duration = Duration::from_secs(5);

/// What an operator may set.
#[derive(Clone, Debug)]
pub struct Config {
    /// The address people use, if a proxy stands before us.
    pub public: Option<String>,
    /// Whether a proxy of ours writes down where requests come from.
    pub behind_proxy: bool,
    /// How many live connections one address may have.
    pub sockets_per_address: usize,
    /// How many tables one address may open in an hour.
    pub tables_per_hour: u32,
    /// How many requests one address may send in a second, for long.
    pub requests_per_second: u32,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            public: None,
            behind_proxy: false,
            sockets_per_address: 200,
            tables_per_hour: 600,
            requests_per_second: 200,
        }
    }
}

/// What all requests share.
pub struct Shared {
    /// The tables.
    pub hall: Arc<Hall>,
    /// What the operator set.
    pub config: Config,
    requests: PerAddress,
    openings: PerAddress,
    sockets: Counted,
    stopping: watch::Receiver<bool>,
}

fn app(shared: Arc<Shared>) -> Router {
    // Lines of a stream must not wait until there is enough to compress.
    let whole = DefaultPredicate::new().and(NotForContentType::const_new("application/x-ndjson"));
    let secure = shared.config.public.as_deref().is_some_and(|url| url.starts_with("https://"));
    Router::new()
        .merge(pages::router())
        .merge(api::router())
        .route("/livez", get(|| async { "alive\n" }))
        .route("/readyz", get(ready))
        .route("/metrics", get(metrics))
        .fallback(pages::not_found)
        .layer(CompressionLayer::new().compress_when(whole))
        .layer(from_fn(move |request, next| who::recognise(secure, request, next)))
        .layer(from_fn_with_state(Arc::clone(&shared), guard::watch))
        .with_state(shared)
}

async fn ready(State(shared): State<Arc<Shared>>) -> (StatusCode, &'static str) {
    match shared.hall.store().last_alive().await {
        Ok(_) => (StatusCode::OK, "ready\n"),
        Err(_) => (StatusCode::SERVICE_UNAVAILABLE, "the store does not answer\n"),
    }
}

async fn metrics(State(shared): State<Arc<Shared>>) -> String {
    let (tables, listeners) = shared.hall.census();
    shared.hall.metrics.text(tables, listeners)
}

/// Serves tables until `stop` is ready, then lets everybody finish.
pub async fn serve(
    listener: TcpListener,
    store: Arc<dyn Store>,
    config: Config,
    stop: impl Future<Output = ()> + Send + 'static,
) -> Result<(), StoreError> {
    let last_alive = store.last_alive().await?;
    let (hall, deadlines) = Hall::new(Arc::clone(&store));
    welcome_back(&hall, last_alive).await?;
    store.note_alive(now()).await?;
    let background = [
        tokio::spawn(keep_time(Arc::clone(&hall), deadlines)),
        tokio::spawn(keep_house(Arc::clone(&hall))),
        tokio::spawn(wake_programs(Arc::clone(&hall))),
    ];
    let (tell, stopping) = watch::channel(false);
    let per_hour = f64::from(config.tables_per_hour);
    let per_second = f64::from(config.requests_per_second);
    let shared = Arc::new(Shared {
        hall: Arc::clone(&hall),
        requests: PerAddress::new(Rate { burst: 5.0 * per_second, per_second }),
        openings: PerAddress::new(Rate { burst: per_hour, per_second: per_hour / 3600.0 }),
        sockets: Counted::default(),
        stopping,
        config,
    });
    let app = app(shared).into_make_service_with_connect_info::<SocketAddr>();
    let mut stopped = tell.subscribe();
    // News are small and must not wait for each other.
    let listener = listener.tap_io(|stream| drop(stream.set_nodelay(true)));
    let server = axum::serve(listener, app).with_graceful_shutdown(async move {
        let _ = stopped.changed().await;
    });
    let server = tokio::spawn(async move { server.await });
    stop.await;
    let _ = tell.send(true);
    let _ = tokio::time::timeout(PATIENCE, server).await;
    for task in background {
        task.abort();
    }
    store.note_alive(now()).await?;
    store.close().await;
    Ok(())
}

/// Gives running clocks back the time in which nobody could act.
async fn welcome_back(hall: &Arc<Hall>, last_alive: Option<Millis>) -> Result<(), StoreError> {
    let Some(last_alive) = last_alive else {
        return Ok(());
    };
    // Those that come together are stored together.
    for some in hall.store().deadlines().await?.chunks(TOGETHER) {
        let mut returning = JoinSet::new();
        for (table, _) in some {
            let (hall, table) = (Arc::clone(hall), table.clone());
            returning.spawn(async move {
                // A table that cannot be read is told of in the log; the others go on.
                let _ = hall.happen(&table, Cause::Return { last_alive }, None).await;
            });
        }
        returning.join_all().await;
    }
    Ok(())
}

/// Ends turns whose time is up.
async fn keep_time(hall: Arc<Hall>, mut deadlines: mpsc::UnboundedReceiver<(Millis, TableId)>) {
    let mut queue: BinaryHeap<Reverse<(Millis, TableId)>> = BinaryHeap::new();
    // One entry a table is enough: when it is due, the table says what is next.
    let mut first: HashMap<TableId, Millis> = HashMap::new();
    loop {
        let wait = queue.peek().map_or(i64::MAX, |Reverse((due, _))| (due - now()).max(0));
        let wait = Duration::from_millis(wait.min(3_600_000) as u64);
        tokio::select! {
            new = deadlines.recv() => match new {
                Some((due, table)) => {
                    if first.get(&table).is_none_or(|known| due < *known) {
                        first.insert(table.clone(), due);
                        queue.push(Reverse((due, table)));
                    }
                }
                None => return,
            },
            () = tokio::time::sleep(wait) => {
                while queue.peek().is_some_and(|Reverse((due, _))| *due <= now()) {
                    let Some(Reverse((due, table))) = queue.pop() else { break };
                    if first.get(&table) == Some(&due) {
                        first.remove(&table);
                        let hall = Arc::clone(&hall);
                        tokio::spawn(async move { hall.happen(&table, Cause::Time, None).await });
                    }
                }
            }
        }
    }
}

async fn keep_house(hall: Arc<Hall>) {
    let mut alive = tokio::time::interval(HEARTBEAT);
    let mut tidy = tokio::time::interval(TIDYING);
    loop {
        tokio::select! {
            _ = alive.tick() => {
                if let Err(error) = hall.store().note_alive(now()).await {
                    hall.metrics.trouble(&error.to_string());
                }
            }
            _ = tidy.tick() => hall.tidy(),
        }
    }
}

/// Lets programs go on where they were when the server stopped.
async fn wake_programs(hall: Arc<Hall>) {
    match hall.store().awaiting_program().await {
        Err(error) => hall.metrics.trouble(&error.to_string()),
        Ok(tables) => {
            for table in tables {
                let _ = hall.happen(&table, Cause::Time, None).await;
            }
        }
    }
}
