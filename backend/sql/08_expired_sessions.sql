-- Minimum version: 0.2.0
create index sessions_not_after_idx on auth.sessions (not_after) where not_after is not null;
