-- The newest time step whose code a TOTP factor has accepted: neither it nor an older one counts again.
create table auth_internal.totp_steps (
  factor_id uuid primary key references auth.mfa_factors (id) on delete cascade,
  last_step bigint not null
);
