
-- Returns true if the guest has a confirmed booking with the host. Contact data in their messages
-- is then not masked.
create function public.may_share_contacts(p_guest_id uuid, p_host_id uuid) returns boolean
  language sql stable set search_path = '' as $$
    select exists (
      select from public.bookings join public.spaces on spaces.id = bookings.space_id
      where bookings.user_id = p_guest_id and spaces.user_id = p_host_id
        and bookings.status = 'confirmed'
    )
  $$;

-- Returns a conversation to its guest or its host. Raises conversation_not_found for other users.
create function public.own_conversation(p_conversation_id uuid) returns public.conversations
  language plpgsql stable set search_path = '' as $$
    declare
      conversation public.conversations;
    begin
      perform public.require_aal();
      select * into conversation from public.conversations
      where id = p_conversation_id and (select auth.uid()) in (guest_id, host_id);
      if not found then
        raise exception using errcode = 'PT404', detail = 'conversation_not_found',
          message = 'This conversation does not exist';
      end if;
      return conversation;
    end
  $$;

-- Returns the id of the caller's conversation about a space, and creates the conversation on first
-- use. A host must pass a booking of the guest. A guest needs a booking only if the space is no
-- longer listed. Raises account_needed, account_deleted, space_not_found, booking_not_found,
-- own_space or too_many_conversations.
create function public.start_conversation(p_space_id uuid, p_booking_id uuid default null)
  returns uuid
  language plpgsql security definer set search_path = '' as $$
    declare
      caller constant uuid := (select auth.uid());
      space public.spaces;
      guest uuid := caller;
      found_id uuid;
    begin
      perform public.require_aal();
      if caller is null or not public.is_permanent_user() then
        raise exception using errcode = 'PT403', detail = 'account_needed',
          message = 'Please sign in to write to the host';
      end if;
      if public.is_account_deleted() then
        raise exception using errcode = 'PT403', detail = 'account_deleted',
          message = 'This account has been deleted';
      end if;
      select * into space from public.spaces where id = p_space_id;
      if p_booking_id is not null then
        select user_id into guest from public.bookings
        where id = p_booking_id and space_id = p_space_id and caller in (user_id, space.user_id);
        if not found then
          raise exception using errcode = 'PT404', detail = 'booking_not_found',
            message = 'Booking not found';
        end if;
      end if;
      select id into found_id from public.conversations
      where space_id = p_space_id and guest_id = guest;
      if found then return found_id; end if;

      if space.id is null
        or p_booking_id is null and not space.is_listed
      then
        raise exception using errcode = 'PT404', detail = 'space_not_found',
          message = 'Space not found';
      end if;
      if space.user_id = guest then
        raise exception using errcode = 'PT409', detail = 'own_space',
          message = 'This is your own space';
      end if;
      perform public.use_daily_limit('conversations_per_day', 'too_many_conversations',
        'You can write to the hosts of %s spaces a day');
      insert into public.conversations (space_id, guest_id, host_id)
      values (space.id, guest, space.user_id)
      on conflict (space_id, guest_id) do nothing
      returning id into found_id;
      -- A concurrent call has created the conversation.
      if found_id is null then
        select id into found_id from public.conversations
        where space_id = p_space_id and guest_id = guest;
      end if;
      return found_id;
    end
  $$;

-- Inserts a message of the guest or host into a conversation that the caller has locked, and marks
-- the conversation as read by the author. p_is_question says whether a first message of the guest
-- counts for the host's response rate.
create function public.add_message(
  p_conversation public.conversations, p_id uuid, p_author_id uuid, p_body text,
  p_attachments jsonb default '[]', p_is_question boolean default true
) returns void
  language plpgsql set search_path = '' as $$
    declare
      at constant timestamptz := greatest(
        clock_timestamp(), p_conversation.last_message_at + interval '1 microsecond');
    begin
      insert into public.messages (id, conversation_id, author_id, body, attachments, created_at)
      values (p_id, p_conversation.id, p_author_id, p_body, p_attachments, at);
      update public.conversations
      set last_message_at = at, last_author_id = p_author_id,
        guest_read_at = case when p_author_id = guest_id then at else guest_read_at end,
        host_read_at = case when p_author_id = host_id then at else host_read_at end,
        asked_at = case
          when p_is_question and last_message_at is null and p_author_id = guest_id then at
          else asked_at end,
        answered_at = case when p_author_id = host_id and asked_at is not null
          then coalesce(answered_at, at) else answered_at end
      where id = p_conversation.id;
    end
  $$;

-- Adds a message. The client chooses `p_id`, so that a retry adds no second message. Attachments
-- are {bucket, path, name} of uploaded files. Raises conversation_not_found, conversation_closed,
-- conversation_blocked, user_banned, bad_message or too_many_messages.
create function public.send_message(
  p_id uuid, p_conversation_id uuid, p_body text, p_attachments jsonb default '[]'
) returns void
  language plpgsql security definer set search_path = '' as $$
    declare
      caller constant uuid := (select auth.uid());
      conversation public.conversations := public.own_conversation(p_conversation_id);
      body constant text := coalesce(trim(p_body, E' \t\r\n'), '');
      other uuid;
      files jsonb;
    begin
      -- The lock serializes concurrent messages in the same conversation.
      select * into conversation from public.conversations
      where id = conversation.id for update;
      other := case when caller = conversation.guest_id then conversation.host_id
        else conversation.guest_id end;
      if exists (
        select from public.messages where id = p_id and author_id = caller
          and conversation_id = conversation.id
      ) then
        return;
      end if;
      perform public.refuse_banned_user(caller);
      if conversation.closed_at is not null or exists (
        select from public.profiles where id in (caller, other) and deleted_at is not null
      ) then
        raise exception using errcode = 'PT409', detail = 'conversation_closed',
          message = 'This conversation is closed';
      end if;
      if exists (
        select from public.user_blocks
        where user_id in (caller, other) and blocked_id in (caller, other)
      ) then
        raise exception using errcode = 'PT403', detail = 'conversation_blocked',
          message = 'You can’t write to each other. If you have a booking together, contact us';
      end if;
      if char_length(body) > 4000 or jsonb_typeof(p_attachments) <> 'array'
        or jsonb_array_length(p_attachments) > 6
        or body = '' and jsonb_array_length(p_attachments) = 0
      then
        raise exception using errcode = 'PT400', detail = 'bad_message',
          message = 'Please write up to 4,000 characters, with at most 6 files';
      end if;
      select coalesce(jsonb_agg(jsonb_build_object(
        'bucket', objects.bucket_id, 'path', objects.name,
        'name', left(coalesce(nullif(file ->> 'name', ''), 'File'), 120),
        'mime_type', objects.metadata ->> 'mimetype',
        'size', (objects.metadata ->> 'size')::bigint)), '[]')
      into files
      from jsonb_array_elements(p_attachments) as file
      join storage.objects on objects.bucket_id = file ->> 'bucket'
        and objects.name = file ->> 'path'
      where objects.bucket_id in ('message-images', 'message-files')
        and objects.owner_id = caller::text
        and starts_with(objects.name, conversation.id || '/');
      if jsonb_array_length(files) <> jsonb_array_length(p_attachments) then
        raise exception using errcode = 'PT400', detail = 'bad_message',
          message = 'Please upload each file first';
      end if;
      perform public.use_daily_limit('messages_per_day', 'too_many_messages',
        'You can send %s messages a day');

      perform public.add_message(conversation, p_id, caller, body, files);
    end
  $$;

-- Sends the message that a guest wrote at checkout to the host of the new booking. Sends nothing if
-- the conversation is closed or one side has blocked the other. The message does not count for the
-- host's response rate, because the booking does not depend on a reply.
create function public.send_checkout_message(payment public.payments) returns void
  language plpgsql set search_path = '' as $$
    declare
      conversation public.conversations;
    begin
      if payment.guest_message = '' then return; end if;
      insert into public.conversations (space_id, guest_id, host_id)
      select spaces.id, payment.user_id, spaces.user_id
      from public.spaces where id = payment.space_id
      on conflict (space_id, guest_id) do nothing;
      select * into conversation from public.conversations
      where space_id = payment.space_id and guest_id = payment.user_id for update;
      if conversation.closed_at is not null or exists (
        select from public.user_blocks
        where user_id in (conversation.guest_id, conversation.host_id)
          and blocked_id in (conversation.guest_id, conversation.host_id)
      ) then
        return;
      end if;
      perform public.add_message(
        conversation, gen_random_uuid(), payment.user_id, payment.guest_message,
        p_is_question => false);
    end
  $$;

create function public.mark_conversation_read(p_conversation_id uuid, p_read_at timestamptz)
  returns void
  language plpgsql security definer set search_path = '' as $$
    declare
      conversation constant public.conversations := public.own_conversation(p_conversation_id);
      read_at constant timestamptz := least(p_read_at, conversation.last_message_at);
    begin
      if (select auth.uid()) = conversation.guest_id then
        update public.conversations set guest_read_at = read_at
        where id = conversation.id and (guest_read_at is null or guest_read_at < read_at);
      else
        update public.conversations set host_read_at = read_at
        where id = conversation.id and (host_read_at is null or host_read_at < read_at);
      end if;
    end
  $$;

-- Marks the guest's messages up to p_until as needing no reply from the host. Without p_until,
-- removes the mark. Raises conversation_not_found unless the caller is the host.
create function public.set_no_reply_until(
  p_conversation_id uuid, p_until timestamptz default null
) returns void
  language plpgsql security definer set search_path = '' as $$
    declare
      conversation constant public.conversations := public.own_conversation(p_conversation_id);
    begin
      if (select auth.uid()) <> conversation.host_id then
        raise exception using errcode = 'PT404', detail = 'conversation_not_found',
          message = 'This conversation does not exist';
      end if;
      update public.conversations set no_reply_until = p_until
      where id = conversation.id;
    end
  $$;

-- Returns up to 40 messages of a conversation, newest first. `masked` is true if contact data in
-- the message is hidden. Admins read reported conversations without masking.
create function public.messages_of(p_conversation_id uuid, p_before timestamptz default null)
  returns table (
    id uuid, author_id uuid, body text, attachments jsonb, masked boolean, created_at timestamptz
  )
  language plpgsql stable security definer set search_path = '' as $$
    declare
      conversation public.conversations;
      shows_contacts boolean;
    begin
      perform public.require_aal();
      select * into conversation from public.conversations
      where conversations.id = p_conversation_id;
      if (select auth.uid()) in (conversation.guest_id, conversation.host_id) then
        shows_contacts := public.may_share_contacts(conversation.guest_id, conversation.host_id);
      elsif public.is_admin() and exists (
        select from public.conversation_reports as reports
        where reports.conversation_id = conversation.id
      ) then
        shows_contacts := true;
      else
        raise exception using errcode = 'PT404', detail = 'conversation_not_found',
          message = 'This conversation does not exist';
      end if;
      return query
        select page.id, page.author_id,
          case when shows_contacts then page.body else shown.body end,
          case when shows_contacts then page.attachments else shown.attachments end,
          not shows_contacts
            and (shown.body <> page.body or shown.attachments <> page.attachments),
          page.created_at
        from (
          select * from public.messages
          where messages.conversation_id = conversation.id
            and (p_before is null or messages.created_at < p_before)
          order by messages.created_at desc
          limit 40
        ) as page,
        lateral (
          select public.mask_contacts(page.body) as body, (
            select coalesce(jsonb_agg(
              file || jsonb_build_object('name', public.mask_contacts(file ->> 'name'))), '[]')
            from jsonb_array_elements(page.attachments) as file) as attachments
        ) as shown
        order by page.created_at desc;
    end
  $$;

-- Returns the caller's conversations, newest first, 30 at a time, or only the conversation p_id.
-- Hosts see a guest's full name only after a booking. `booking` is the guest's next booking of this
-- space, or the latest booking if no booking is ahead. `space.unlisted_because` says why the host's
-- own space is not listed: deleted, hidden (by an admin) or archived. `needs_reply` is true for the
-- host until the host answers the guest's last message or marks it as needing no reply.
create function public.my_conversations(
  p_before timestamptz default null, p_id uuid default null
) returns table (
    id uuid, is_host boolean, other_id uuid, other_name text, other_avatar_url text,
    space jsonb, booking jsonb, last_message_at timestamptz, last_body text, last_is_mine boolean,
    unread integer, my_read_at timestamptz, other_read_at timestamptz, shows_contacts boolean,
    blocked_by_me boolean, is_closed boolean, needs_reply boolean
  )
  language plpgsql stable security definer set search_path = '' as $$
    declare
      me constant uuid := (select auth.uid());
    begin
      perform public.require_aal();
      return query
        select conversations.id, conversations.host_id = me, other.id,
          case
            when other.deleted_at is not null then null
            when conversations.guest_id = me or exists (
              select from public.bookings
              where bookings.user_id = other.id and bookings.space_id = conversations.space_id
            ) then other.full_name
            else public.short_name(other.full_name)
          end,
          other.avatar_url,
          case when spaces.id is not null then jsonb_build_object(
            'id', spaces.id, 'slug', spaces.slug, 'title', spaces.title,
            'image', spaces.images[1], 'location', spaces.location,
            'is_listed', spaces.is_listed, 'available', spaces.available,
            'unlisted_because', case
              when conversations.host_id <> me then null
              when spaces.withdrawn_at is not null then 'deleted'
              when spaces.hidden_at is not null then 'hidden'
              when spaces.archived_at is not null then 'archived'
            end)
          end,
          next.booking,
          conversations.last_message_at,
          left(case when rules.shows_contacts then last.body
            else public.mask_contacts(last.body) end, 160),
          conversations.last_author_id = me,
          (
            select count(*)::integer from public.messages
            where messages.conversation_id = conversations.id and messages.author_id <> me
              and messages.created_at > coalesce(mine.read_at, '-infinity')
          ),
          mine.read_at, mine.other_read_at, rules.shows_contacts,
          exists (
            select from public.user_blocks
            where user_blocks.user_id = me and user_blocks.blocked_id = other.id),
          conversations.closed_at is not null or other.deleted_at is not null,
          conversations.host_id = me and conversations.last_author_id <> me
            and conversations.last_message_at > coalesce(conversations.no_reply_until, '-infinity')
        from public.conversations
        cross join lateral (
          select
            case when conversations.guest_id = me then conversations.host_id
              else conversations.guest_id end as other_id,
            case when conversations.guest_id = me then conversations.guest_read_at
              else conversations.host_read_at end as read_at,
            case when conversations.guest_id = me then conversations.host_read_at
              else conversations.guest_read_at end as other_read_at
        ) as mine
        join public.profiles as other on other.id = mine.other_id
        left join public.spaces on spaces.id = conversations.space_id
        cross join lateral (
          select public.may_share_contacts(conversations.guest_id, conversations.host_id)
            as shows_contacts
        ) as rules
        left join lateral (
          select case when messages.body = '' and messages.attachments <> '[]' then 'Sent a file'
            else messages.body end as body
          from public.messages
          where messages.conversation_id = conversations.id
          order by messages.created_at desc limit 1
        ) as last on true
        left join lateral (
          select jsonb_build_object(
            'id', bookings.id, 'status', bookings.status, 'start_time', bookings.start_time,
            'end_time', bookings.end_time, 'time_zone', bookings.time_zone,
            'answer_by', bookings.answer_by, 'answer', bookings.answer) as booking
          from public.bookings
          where bookings.space_id = conversations.space_id
            and bookings.user_id = conversations.guest_id
          order by
            bookings.status in ('requested', 'confirmed') and bookings.end_time > now() desc,
            case when bookings.end_time > now() then bookings.start_time end,
            bookings.start_time desc
          limit 1
        ) as next on true
        where me in (conversations.guest_id, conversations.host_id)
          and (conversations.id = p_id
            or p_id is null and conversations.last_message_at < coalesce(p_before, 'infinity'))
        order by conversations.last_message_at desc
        limit 30;
    end
  $$;

create function public.unread_conversations() returns integer
  language sql stable security definer set search_path = '' as $$
    select count(*)::integer from public.conversations
    where public.has_required_aal() and last_author_id <> (select auth.uid()) and (
      guest_id = (select auth.uid())
        and last_message_at > coalesce(guest_read_at, '-infinity')
      or host_id = (select auth.uid())
        and last_message_at > coalesce(host_read_at, '-infinity'))
  $$;

-- Reports a conversation. Raises conversation_not_found, conversation_reported or too_many_reports.
-- An unknown reason violates a check constraint.
create function public.report_conversation(
  p_conversation_id uuid, p_reason text, p_details text default ''
) returns void
  language plpgsql security definer set search_path = '' as $$
    declare
      conversation constant public.conversations := public.own_conversation(p_conversation_id);
    begin
      perform public.use_daily_limit('reports_per_day', 'too_many_reports',
        'You can send %s reports a day');
      insert into public.conversation_reports (conversation_id, user_id, reason, details)
      values (conversation.id, (select auth.uid()), p_reason, trim(p_details))
      on conflict (conversation_id, user_id) where (resolved_at is null) do nothing;
      if not found then
        raise exception using errcode = 'PT409', detail = 'conversation_reported',
          message = 'You have already reported this conversation. We are looking into it';
      end if;
    end
  $$;

-- Resolves the reports of a conversation as an admin: dismisses them, closes the conversation, or
-- reopens it. Raises conversation_not_found or bad_decision.
create function public.decide_conversation(
  p_conversation_id uuid, p_action text, p_note text
) returns void
  language plpgsql security definer set search_path = '' as $$
    begin
      perform public.require_aal();
      if not public.is_admin() or not exists (
        select from public.conversation_reports where conversation_id = p_conversation_id
      ) then
        raise exception using errcode = 'PT404', detail = 'conversation_not_found',
          message = 'This conversation does not exist';
      end if;
      if p_action not in ('dismissed', 'closed', 'reopened')
        or coalesce(char_length(trim(p_note)), 0) not between 1 and 2000
      then
        raise exception using errcode = 'PT400', detail = 'bad_decision',
          message = 'Please give a reason';
      end if;
      update public.conversations
      set closed_at = case p_action
        when 'closed' then coalesce(closed_at, now())
        when 'reopened' then null
        else closed_at end
      where id = p_conversation_id;
      update public.conversation_reports set resolved_at = now()
      where conversation_id = p_conversation_id and resolved_at is null;
      insert into public.conversation_decisions (conversation_id, actor_id, action, note)
      values (p_conversation_id, (select auth.uid()), p_action, trim(p_note));
      perform public.record_admin_action('conversation.' || p_action, 'conversation',
        p_conversation_id::text, p_note);
    end
  $$;

-- Returns a host's median response time in minutes and response rate in percent, for guests' first
-- messages of the last 90 days. A message without an answer counts after 24 hours, unless the
-- conversation was closed or one side blocked the other. Returns no row for fewer than 3 messages.
create function public.host_response(p_host_id uuid)
  returns table (questions integer, answered_percent integer, median_minutes integer)
  language sql stable security definer set search_path = '' as $$
    select count(*)::integer,
      round(100.0 * count(answered_at) / count(*))::integer,
      round(extract(epoch from
        percentile_cont(0.5) within group (order by answered_at - asked_at)) / 60)::integer
    from public.conversations
    where host_id = p_host_id and asked_at > now() - interval '90 days'
      and (answered_at is not null or asked_at < now() - interval '24 hours'
        and closed_at is null and not exists (
          select from public.user_blocks
          where user_id in (guest_id, host_id) and blocked_id in (guest_id, host_id)))
    having count(*) >= 3
  $$;

-- Notifies users of messages that they have not read for 2 minutes. Sends a user the next
-- notification about the same conversation only after the user has read the conversation or 4 hours
-- have passed. Returns the number of notifications.
create function public.notify_unread_messages() returns integer
  language plpgsql security definer set search_path = '' as $$
    declare
      unread record;
      notices integer := 0;
    begin
      for unread in
        select conversations.id, spaces.title, recipient.id as recipient_id,
          coalesce(
            case
              when recipient.is_guest or exists (
                select from public.bookings
                where bookings.user_id = author.id and bookings.space_id = conversations.space_id
              ) then author.full_name
              else public.short_name(author.full_name)
            end, 'A user') as author_name,
          recipient.is_guest, first.created_at, first.body, recipient.name
        from public.conversations
        cross join lateral (values
          (conversations.guest_id, true, conversations.guest_read_at,
            conversations.guest_notified_at, 'guest'),
          (conversations.host_id, false, conversations.host_read_at,
            conversations.host_notified_at, 'host')
        ) as recipient (id, is_guest, read_at, notified_at, name)
        join public.profiles as author on author.id = case when recipient.is_guest
          then conversations.host_id else conversations.guest_id end
        join public.profiles as account on account.id = recipient.id
          and account.deleted_at is null
        left join public.spaces on spaces.id = conversations.space_id
        cross join lateral (
          select min(messages.created_at) as created_at,
            (array_agg(messages.body order by messages.created_at))[1] as body
          from public.messages
          where messages.conversation_id = conversations.id
            and messages.author_id = author.id
            and messages.created_at > greatest(recipient.read_at,
              case when recipient.notified_at > coalesce(recipient.read_at, '-infinity')
                then recipient.notified_at end, '-infinity')
        ) as first
        where conversations.last_message_at > now() - interval '1 day'
          and conversations.last_author_id <> recipient.id
          and first.created_at < now() - interval '2 minutes'
          and (recipient.notified_at is null
            or recipient.notified_at < coalesce(recipient.read_at, '-infinity')
            or recipient.notified_at < now() - interval '4 hours')
          and not exists (
            select from public.user_blocks
            where user_blocks.user_id = recipient.id and user_blocks.blocked_id = author.id)
        for update of conversations skip locked
      loop
        update public.conversations
        set guest_notified_at = case when unread.is_guest then now() else guest_notified_at end,
          host_notified_at = case when unread.is_guest then host_notified_at else now() end
        where id = unread.id;
        perform public.notify(unread.recipient_id, 'message-received', '/messages/' || unread.id,
          jsonb_build_object(
            'conversation_id', unread.id, 'name', unread.author_name,
            'space_title', coalesce(unread.title, 'A space'),
            'excerpt', left(public.mask_contacts(unread.body), 240)),
          format('message-received:%s:%s:%s', unread.id, unread.name, unread.created_at));
        notices := notices + 1;
      end loop;
      return notices;
    end
  $$;

revoke execute on function
  public.may_share_contacts, public.own_conversation, public.notify_unread_messages,
  public.add_message, public.send_checkout_message
from public, anon, authenticated;
revoke execute on function
  public.start_conversation, public.send_message, public.mark_conversation_read,
  public.set_no_reply_until, public.messages_of, public.my_conversations, public.unread_conversations,
  public.report_conversation, public.decide_conversation
from public, anon;
grant execute on function public.notify_unread_messages to service_role;
