-- The append-only audit log of what admins and operators did.

create table public.admin_actions (
  id bigint generated always as identity primary key,
  -- `admin_id` is null if an operator acted with the command line.
  admin_id uuid references public.profiles (id),
  -- `action` consists of a target and a verb, such as `user.ban`.
  action text not null,
  target_type text not null,
  target_id text not null,
  reason text not null default '',
  details jsonb not null default '{}',
  created_at timestamptz not null default now(),

  constraint admin_actions_action_valid check (action ~ '^[a-z_]+\.[a-z_]+$'),
  constraint admin_actions_target_id_length check (char_length(target_id) between 1 and 200),
  constraint admin_actions_reason_length check (char_length(reason) <= 2000)
);

create index admin_actions_target_idx on public.admin_actions (target_type, target_id, id desc);
create index admin_actions_admin_id_idx on public.admin_actions (admin_id, id desc);
create index admin_actions_action_idx on public.admin_actions (action, id desc);

alter table public.admin_actions enable row level security;

create policy "admins read the audit log" on public.admin_actions
  for select to authenticated using ((select public.is_admin()));

revoke all on public.admin_actions from anon, authenticated;
grant select on public.admin_actions to authenticated;

create function public.refuse_audit_change() returns trigger
  language plpgsql set search_path = '' as $$
    begin
      raise exception using errcode = 'insufficient_privilege',
        message = 'The audit log is append-only';
    end
  $$;

create trigger refuse_change before update or delete or truncate on public.admin_actions
  for each statement execute function public.refuse_audit_change();

-- Adds an audit log entry. The admin is the caller; edge functions pass p_admin_id.
create function public.record_admin_action(
  p_action text, p_target_type text, p_target_id text, p_reason text default '',
  p_details jsonb default '{}', p_admin_id uuid default null
) returns void
  language sql set search_path = '' as $$
    insert into public.admin_actions (admin_id, action, target_type, target_id, reason, details)
    values (coalesce(p_admin_id, auth.uid()), p_action, p_target_type, p_target_id,
      -- A cancellation joins its reason and its message, which can exceed the limit.
      left(trim(coalesce(p_reason, '')), 2000), p_details)
  $$;

revoke execute on function public.record_admin_action, public.refuse_audit_change
from public, anon, authenticated;
