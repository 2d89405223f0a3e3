-- Lease and last run of each background job, shared by all processes.
create table hourspace_backend.jobs (
  name text primary key,
  -- Last run that ended, successful or not. Null while the first run is in flight.
  started_at timestamptz,
  finished_at timestamptz,
  -- Message of the last run; null if it succeeded.
  error text,
  -- Lease of the run in flight, renewed every few seconds; expired if its process died. Null between runs.
  claimed_by uuid,
  claimed_until timestamptz
);
