//! The pages, made on the server.

use axum::Router;

/// All pages and what they load.
pub fn router<S: Clone + Send + Sync + 'static>() -> Router<S> {
    Router::new()
}
