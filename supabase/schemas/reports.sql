-- Users' reports of spaces that break the rules. Admins read and resolve them.
create table public.space_reports (
  id uuid primary key default gen_random_uuid(),
  space_id uuid not null references public.spaces (id) on delete cascade,
  -- `user_id` is null after the reporter's account was deleted.
  user_id uuid default auth.uid() references public.profiles (id) on delete set null,
  reason text not null,
  details text not null default '',
  created_at timestamptz not null default now(),
  resolved_at timestamptz,
  constraint space_reports_reason_known
    check (reason in ('inaccurate', 'scam', 'unsafe', 'offensive', 'other')),
  constraint space_reports_details_length check (char_length(details) <= 2000)
);

create index space_reports_open_idx on public.space_reports (created_at)
  where (resolved_at is null);
create unique index space_reports_once_while_open_idx on public.space_reports (space_id, user_id)
  where (resolved_at is null);

alter table public.space_reports enable row level security;

create policy "signed-in users report spaces" on public.space_reports
  for insert to authenticated with check (user_id = (select auth.uid()));
create policy "users with a second factor need it to report spaces" on public.space_reports
  as restrictive for insert to authenticated with check ((select public.has_required_aal()));
create policy "admins read reports" on public.space_reports
  for select to authenticated using ((select public.is_admin()));
create policy "admins resolve reports" on public.space_reports
  for update to authenticated using ((select public.is_admin())) with check (true);
create policy "users with a second factor need it to resolve reports" on public.space_reports
  as restrictive for update to authenticated
  using (true) with check ((select public.has_required_aal()));

revoke all on public.space_reports from anon, authenticated;
grant insert (space_id, user_id, reason, details) on public.space_reports to authenticated;
grant select, update (resolved_at) on public.space_reports to authenticated;

create trigger refuse_inactive_account
  before insert on public.space_reports
  for each row execute function public.refuse_inactive_account();

create function public.audit_resolved_report() returns trigger
  language plpgsql security definer set search_path = '' as $$
    begin
      perform public.record_admin_action('report.resolve', 'space', new.space_id::text);
      return null;
    end
  $$;

revoke execute on function public.audit_resolved_report from public, anon, authenticated;

create trigger audit_resolution
  after update of resolved_at on public.space_reports
  for each row when (auth.uid() is not null and new.resolved_at is not null)
  execute function public.audit_resolved_report();

create function public.limit_reports() returns trigger
  language plpgsql security definer set search_path = '' as $$
    begin
      perform public.use_daily_limit('reports_per_day', 'too_many_reports',
        'You can report %s spaces a day');
      return new;
    end
  $$;

revoke execute on function public.limit_reports from public, anon, authenticated;

create trigger limit_reports
  before insert on public.space_reports
  for each row execute function public.limit_reports();

create function public.mail_report() returns trigger
  language plpgsql security definer set search_path = '' as $$
    declare
      space record;
      reporter text;
    begin
      select title, coalesce(slug, id::text) as address into space
      from public.spaces where id = new.space_id;
      select coalesce(full_name, 'A user') into reporter
      from public.profiles where id = new.user_id;
      perform public.queue_mail(
        'space-reported', 'company',
        jsonb_build_object(
          'space_title', space.title, 'space_address', space.address,
          'reporter', coalesce(reporter, 'A user'), 'reason', new.reason, 'details', new.details),
        'space-reported:' || new.id);
      return null;
    end
  $$;

revoke execute on function public.mail_report from public, anon, authenticated;

create trigger mail_report
  after insert on public.space_reports
  for each row execute function public.mail_report();
