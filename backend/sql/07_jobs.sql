-- Lease and last run of each background job, shared by all processes.
create table hourspace_backend.jobs (
  name text primary key,
  -- Start and end of the last finished run. Both are null while the first run is in flight.
  started_at timestamptz,
  finished_at timestamptz,
  -- Error message of the last run; null if the run succeeded.
  error text,
  -- Lease of the run in flight, renewed every few seconds; null between runs. If it has expired,
  -- the process has died.
  claimed_by uuid,
  claimed_until timestamptz
);
