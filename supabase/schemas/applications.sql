-- A job application is inserted before its resume is uploaded, so that no resume file lacks a row.

create table public.job_applications (
  id uuid primary key default gen_random_uuid(),
  position text not null,
  name text not null,
  email text not null,
  phone text,
  letter text not null,
  resume_path text not null,
  resume_name text not null,
  resume_type text not null,
  status text not null default 'receiving',
  -- State in the admin inbox: new, answered or closed.
  state text not null default 'new',
  created_at timestamptz not null default now(),

  constraint job_applications_position_is_slug check (position ~ '^[a-z0-9-]{1,60}$'),
  constraint job_applications_name_length check (length(name) between 1 and 120),
  constraint job_applications_email_is_address check (public.is_email_address(email)),
  constraint job_applications_phone_length check (length(phone) between 1 and 40),
  constraint job_applications_letter_length check (length(letter) between 1 and 5000),
  constraint job_applications_resume_name_length check (length(resume_name) between 1 and 120),
  constraint job_applications_status_known check (status in ('receiving', 'received')),
  constraint job_applications_state_known check (state in ('new', 'answered', 'closed')),
  constraint job_applications_resume_path_key unique (resume_path)
);

create index job_applications_created_at_idx on public.job_applications (created_at desc);
create index job_applications_state_idx on public.job_applications (state, created_at desc)
  where status = 'received';

alter table public.job_applications enable row level security;

create policy "admins read complete job applications" on public.job_applications
  for select to authenticated using (status = 'received' and (select public.is_admin()));

revoke all on public.job_applications from anon, authenticated;
grant select on public.job_applications to authenticated;

-- Inserts a job application and returns it with the resume's upload path. Raises too_many_requests.
create function public.begin_application(
  p_position text, p_name text, p_email text, p_phone text, p_letter text,
  p_resume_name text, p_resume_type text, p_extension text, p_caller text default null
) returns public.job_applications
  language plpgsql security definer set search_path = '' as $$
    declare
      application public.job_applications;
      new_id uuid := gen_random_uuid();
    begin
      perform public.enforce_request_limit('application', p_caller, p_email);
      insert into public.job_applications
        (id, position, name, email, phone, letter, resume_path, resume_name, resume_type)
      values (new_id, p_position, p_name, p_email, p_phone, p_letter,
        new_id || '.' || p_extension, p_resume_name, p_resume_type)
      returning * into application;
      return application;
    end
  $$;

create function public.finish_application(p_id uuid) returns void
  language plpgsql security definer set search_path = '' as $$
    declare
      application public.job_applications;
    begin
      update public.job_applications set status = 'received'
      where id = p_id and status = 'receiving'
      returning * into application;
      if found then
        perform public.queue_mail(
          'job-application', 'company', to_jsonb(application), 'job-application:' || p_id);
        perform public.queue_mail(
          'application-received', application.email, to_jsonb(application),
          'application-received:' || p_id);
      end if;
    end
  $$;

create function public.incomplete_applications() returns setof public.job_applications
  language sql stable security definer set search_path = '' as $$
    select * from public.job_applications
    where status = 'receiving' and created_at < now() - interval '1 hour'
    limit 20
  $$;

create function public.delete_incomplete_application(p_id uuid) returns void
  language sql security definer set search_path = ''
  as $$ delete from public.job_applications where id = p_id and status = 'receiving' $$;

revoke execute on function
  public.begin_application, public.finish_application, public.incomplete_applications,
  public.delete_incomplete_application
from public, anon, authenticated;
grant execute on function
  public.begin_application, public.finish_application, public.incomplete_applications,
  public.delete_incomplete_application
to service_role;
