-- The server in backend/ stores runs of background jobs in the schema hourspace_backend. Hosted
-- Supabase uses pg_cron instead and has no such schema.

-- Returns each background job with its last run: name, started_at, finished_at, error (null after
-- success), failures, is_running and other columns of the job table.
create function public.admin_jobs() returns setof jsonb
  language plpgsql stable security definer set search_path = '' as $$
    begin
      perform public.require_aal();
      if not public.is_admin() then
        raise exception using errcode = 'insufficient_privilege', message = 'Admins only';
      end if;
      if to_regclass('hourspace_backend.jobs') is null then return; end if;
      return query
        select to_jsonb(jobs) - '{claimed_by,claimed_until}'::text[] || jsonb_build_object(
          'is_running', coalesce(jobs.claimed_until > clock_timestamp(), false))
        from hourspace_backend.jobs
        order by jobs.name;
    end
  $$;

-- Notifies the server to run a background job now. Raises job_not_found.
create function public.run_job_now(p_name text) returns void
  language plpgsql security definer set search_path = '' as $$
    declare
      is_known boolean := false;
    begin
      perform public.require_aal();
      if not public.is_admin() then
        raise exception using errcode = 'insufficient_privilege', message = 'Admins only';
      end if;
      if to_regclass('hourspace_backend.jobs') is not null then
        is_known := exists (select from hourspace_backend.jobs where name = p_name);
      end if;
      if not is_known then
        raise exception using errcode = 'PT404', detail = 'job_not_found',
          message = 'This job has not run on this server yet';
      end if;
      perform pg_notify('run_job', p_name);
      perform public.record_admin_action('job.run', 'job', p_name);
    end
  $$;

revoke execute on function public.admin_jobs, public.run_job_now from public, anon;
grant execute on function public.admin_jobs, public.run_job_now to authenticated;
