
create table public.notifications (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles (id) on delete cascade,
  -- The kind is a key in `web/app/features/notifications/texts.ts` and an email template's name.
  kind text not null,
  path text not null,
  data jsonb not null default '{}',
  dedupe_key text not null,
  created_at timestamptz not null default now(),
  read_at timestamptz,

  constraint notifications_dedupe_key unique (user_id, dedupe_key),
  constraint notifications_path_is_internal check (path ~ '^/([^/\\]|$)')
);

create index notifications_newest_idx on public.notifications (user_id, created_at desc, id);
create index notifications_unread_idx on public.notifications (user_id) where read_at is null;
create index notifications_created_at_idx on public.notifications (created_at);

alter table public.notifications enable row level security;

create policy "users read their own notifications" on public.notifications
  for select to authenticated using (user_id = (select auth.uid()));
create policy "users mark their own notifications as read" on public.notifications
  for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy "users with a second factor need it to read notifications" on public.notifications
  as restrictive for select to authenticated using ((select public.has_required_aal()));
create policy "users with a second factor need it to mark notifications" on public.notifications
  as restrictive for update to authenticated
  using (true) with check ((select public.has_required_aal()));

revoke all on public.notifications from anon, authenticated;
grant select (id, user_id, kind, path, data, created_at, read_at) on public.notifications
to authenticated;
grant update (read_at) on public.notifications to authenticated;

alter publication supabase_realtime add table public.notifications;

-- A user's notification choices that differ from the default. By default, every channel of every
-- group is on.
create table public.notification_preferences (
  user_id uuid not null references public.profiles (id) on delete cascade,
  group_name text not null,
  channel text not null,
  is_enabled boolean not null,
  updated_at timestamptz not null default now(),
  primary key (user_id, group_name, channel),

  constraint notification_preferences_group_known check (group_name in (
    'bookings', 'payments', 'payouts', 'messages', 'reviews', 'reminders', 'agenda', 'calendars')),
  constraint notification_preferences_channel_known check (channel in ('app', 'email')),
  -- Emails about bookings and payments cannot be turned off, because they report obligations.
  constraint notification_preferences_required_emails check (
    is_enabled or channel = 'app' or group_name not in ('bookings', 'payments'))
);

alter table public.notification_preferences enable row level security;

create policy "users read their own notification preferences" on public.notification_preferences
  for select to authenticated using (user_id = (select auth.uid()));

revoke all on public.notification_preferences from anon, authenticated;
grant select on public.notification_preferences to authenticated;

-- The key in the unsubscribe links of a user. A link only allows turning optional emails off and on
-- again.
create table public.notification_keys (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  key uuid not null default gen_random_uuid(),
  constraint notification_keys_key_key unique (key)
);

alter table public.notification_keys enable row level security;
revoke all on public.notification_keys from anon, authenticated;

-- Returns the preference group of a notification kind.
create function public.notification_group(p_kind text) returns text
  language sql immutable set search_path = '' as $$
    select case split_part(p_kind, '-', 1)
      when 'message' then 'messages'
      when 'review' then 'reviews'
      when 'reminder' then 'reminders'
      when 'agenda' then 'agenda'
      when 'payout' then 'payouts'
      when 'calendar' then 'calendars'
      when 'refund' then 'payments'
      when 'dispute' then 'payments'
      when 'bank' then 'payments'
      when 'share' then 'payments'
      else 'bookings'
    end
  $$;

create function public.is_notification_enabled(p_user_id uuid, p_kind text, p_channel text)
  returns boolean
  language sql stable security definer set search_path = '' as $$
    select coalesce(
      (
        select is_enabled from public.notification_preferences
        where user_id = p_user_id and group_name = public.notification_group(p_kind)
          and channel = p_channel
      ),
      true)
  $$;

-- Notifies a user of an event in the notification center and by an email with the template p_kind,
-- as far as the user's preferences allow. A repeated dedupe key has no effect. The notification
-- center stores only values that every recipient may see.
create function public.notify(
  p_user_id uuid, p_kind text, p_path text, p_data jsonb, p_dedupe_key text,
  p_channels text[] default '{app,email}'
) returns void
  language plpgsql security definer set search_path = '' as $$
    declare
      shown constant text[] := '{space_title,starts_at,ends_at,time_zone,old_starts_at,new_starts_at,
        new_ends_at,guest_name,host_name,author_name,name,to,proposed_by,cancelled_by,status,answer,
        answer_by,change_status,change_answer_by,problem_status,dispute_status,currency,amount_minor,
        refunded_minor,sent_minor,calendar_name,summary,excerpt,rating,count,
        suggested_starts_at,hidden_reason,is_over}';
      unsubscribe_key uuid;
    begin
      -- Does nothing for a deleted account, or if p_user_id is null because the space was deleted.
      if not exists (
        select from public.profiles where id = p_user_id and deleted_at is null
      ) then
        return;
      end if;
      -- Checks the notification's dedupe key, because the outbox deletes emails (and with them
      -- their dedupe keys) after 30 days. A later call would queue the email again.
      if exists (
        select from public.notifications where user_id = p_user_id and dedupe_key = p_dedupe_key
      ) then
        return;
      end if;
      if 'app' = any (p_channels)
        and public.is_notification_enabled(p_user_id, p_kind, 'app') then
        insert into public.notifications (user_id, kind, path, data, dedupe_key)
        values (
          p_user_id, p_kind, p_path,
          (
            select coalesce(jsonb_object_agg(key, value), '{}')
            from jsonb_each(p_data) where key = any (shown)
          ),
          p_dedupe_key)
        on conflict do nothing;
      end if;
      if 'email' = any (p_channels)
        and public.is_notification_enabled(p_user_id, p_kind, 'email') then
        if public.notification_group(p_kind) not in ('bookings', 'payments') then
          insert into public.notification_keys (user_id) values (p_user_id) on conflict do nothing;
          select key into unsubscribe_key from public.notification_keys where user_id = p_user_id;
        end if;
        perform public.queue_mail(
          p_kind, public.email_of_user(p_user_id),
          p_data || jsonb_strip_nulls(jsonb_build_object(
            'unsubscribe_key', unsubscribe_key,
            'unsubscribe_group',
            case when unsubscribe_key is not null then public.notification_group(p_kind) end)),
          p_dedupe_key, p_user_id,
          -- Delays payout emails, so that several payouts are merged into one email: a host who
          -- connects Stripe gets all due payouts within seconds. Delays the email about a hidden
          -- review, because an admin can show the review again within a minute; see decide_review.
          case p_kind
            when 'payout-sent' then now() + interval '3 minutes'
            when 'review-hidden' then now() + interval '1 minute'
            else now()
          end);
      end if;
    end
  $$;

-- Turns a channel of a group on or off for the caller, except emails about bookings and payments.
create function public.set_notification_preference(
  p_group_name text, p_channel text, p_is_enabled boolean
) returns void
  language plpgsql security definer set search_path = '' as $$
    begin
      perform public.require_aal();
      insert into public.notification_preferences (user_id, group_name, channel, is_enabled)
      values ((select auth.uid()), p_group_name, p_channel, p_is_enabled)
      on conflict (user_id, group_name, channel) do update
        set is_enabled = excluded.is_enabled, updated_at = now();
    end
  $$;

-- Turns the emails of a notification group off (`unsubscribe`) or on (`resubscribe`) for the owner
-- of an unsubscribe link. `status` only checks the link. `is-unsubscribed` returns whether these
-- emails are off. Returns false if the link or the group is invalid.
create function public.use_unsubscribe_link(p_key uuid, p_group_name text, p_action text)
  returns boolean
  language plpgsql security definer set search_path = '' as $$
    declare
      owner_id uuid;
    begin
      select user_id into owner_id from public.notification_keys where key = p_key;
      if owner_id is null
        or p_group_name not in ('payouts', 'messages', 'reviews', 'reminders', 'agenda', 'calendars')
      then
        return false;
      end if;
      if p_action = 'is-unsubscribed' then
        return exists (
          select from public.notification_preferences
          where user_id = owner_id and group_name = p_group_name and channel = 'email'
            and not is_enabled);
      end if;
      if p_action in ('unsubscribe', 'resubscribe') then
        insert into public.notification_preferences (user_id, group_name, channel, is_enabled)
        values (owner_id, p_group_name, 'email', p_action = 'resubscribe')
        on conflict (user_id, group_name, channel) do update
          set is_enabled = excluded.is_enabled, updated_at = now();
      end if;
      return true;
    end
  $$;

revoke execute on function
  public.notification_group, public.is_notification_enabled, public.notify,
  public.set_notification_preference, public.use_unsubscribe_link
from public, anon, authenticated;
grant execute on function public.notify to service_role;
grant execute on function public.set_notification_preference to authenticated;
grant execute on function public.use_unsubscribe_link to anon, authenticated;
