-- When each job last began and was carried through, so that the processes that share this database run
-- it once between them.
create table hourspace_backend.job_runs (
  name text primary key,
  began_at timestamptz not null
);
