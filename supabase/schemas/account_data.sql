
-- Returns a user's email if it is verified, otherwise null. A link, a code or an identity provider
-- verifies an email. An SSO provider verifies only emails in its own domains. `email_confirmed_at`
-- may also be set for an unverified email, because a project can confirm emails automatically.
create function public.verified_email(p_user_id uuid) returns text
  language sql stable security definer set search_path = '' as $$
    select email from auth.users
    where id = p_user_id and email_confirmed_at is not null and (
      email_confirmed_at >= confirmation_sent_at
      or exists (
        select from auth.identities
        where identities.user_id = users.id and identities.provider not in ('email', 'phone')
          and identities.email = lower(users.email)
          and identities.identity_data ->> 'email_verified' = 'true'
          and (not starts_with(identities.provider, 'sso:') or exists (
            select from auth.sso_domains
            where 'sso:' || sso_domains.sso_provider_id::text = identities.provider
              and lower(sso_domains.domain) = split_part(identities.email, '@', 2)
          ))
      )
    )
  $$;

-- Returns the outbox emails to a user: those sent to p_email, the user's notifications, and account
-- emails. p_email is the user's verified email, or null. Leaves out the notifications of another
-- account with the same email.
create function public.mails_to_user(p_user_id uuid, p_email text)
  returns setof public.outgoing_mails
  language sql stable set search_path = '' as $$
    select outgoing_mails.* from public.outgoing_mails
    where lower(recipient) = lower(p_email) and user_id is null
      or user_id = p_user_id
      or starts_with(dedupe_key, format('account:%s:', p_user_id))
  $$;

create function public.export_messages(p_user_id uuid, p_email text) returns jsonb
  language sql stable set search_path = '' as $$
    select jsonb_build_object(
      'newsletter', (
        select jsonb_build_object('status', status, 'created_at', created_at,
          'confirmed_at', confirmed_at, 'unsubscribed_at', unsubscribed_at)
        from public.newsletter_subscriptions where email = lower(p_email)
      ),
      'contact_messages', (
        select coalesce(jsonb_agg(to_jsonb(messages) || jsonb_build_object('answers', (
          select coalesce(jsonb_agg(answers.body order by answers.created_at), '[]')
          from public.inbox_answers answers where answers.message_id = messages.id
        )) order by created_at), '[]')
        from public.contact_messages messages where lower(email) = lower(p_email)
      ),
      'job_applications', (
        select coalesce(jsonb_agg(
          to_jsonb(applications) - 'resume_path' || jsonb_build_object('answers', (
            select coalesce(jsonb_agg(answers.body order by answers.created_at), '[]')
            from public.inbox_answers answers where answers.application_id = applications.id
          )) order by created_at), '[]')
        from public.job_applications applications where lower(email) = lower(p_email)
      ),
      'mails_to_you', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'kind', template, 'created_at', created_at, 'sent_at', sent_at
        ) order by created_at), '[]')
        from public.mails_to_user(p_user_id, p_email)
      )
    )
  $$;

create function public.files_of_user(p_user_id uuid)
  returns table (
    bucket_id text, name text, size_bytes bigint, mime_type text, created_at timestamptz
  )
  language sql stable security definer set search_path = '' as $$
    select objects.bucket_id, objects.name, (objects.metadata ->> 'size')::bigint,
      objects.metadata ->> 'mimetype', objects.created_at
    from storage.objects
    where objects.owner_id = p_user_id::text
    order by objects.created_at, objects.name
  $$;

-- Returns the data of an account as JSON, for a GDPR access request. Includes data of other users
-- only where the user can already see it in the product.
create function public.export_account(p_user_id uuid) returns jsonb
  language sql stable security definer set search_path = '' as $$
    select jsonb_build_object(
      'profile', (
        select to_jsonb(profiles) - 'deleted_at' from public.profiles where id = p_user_id
      ),
      'sessions', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'created_at', sessions.created_at, 'refreshed_at', sessions.refreshed_at,
          'expires_at', sessions.not_after,
          'user_agent', sessions.user_agent, 'ip', host(sessions.ip)
        ) order by sessions.created_at), '[]')
        from auth.sessions where user_id = p_user_id
      ),
      'security_events', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'created_at', entries.created_at, 'action', entries.payload ->> 'action',
          'user_agent', entries.payload #>> '{traits,user_agent}',
          'ip', nullif(entries.ip_address, ''),
          'facts', coalesce((entries.payload -> 'traits')::jsonb - 'user_agent', '{}')
        ) order by entries.created_at, entries.id), '[]')
        from auth.audit_log_entries as entries
        where entries.payload ->> 'actor_id' = p_user_id::text
          and entries.payload ->> 'action' not in ('token_refreshed', 'challenge_created')
      ),
      'spaces', (
        select coalesce(jsonb_agg(
          to_jsonb(spaces) - 'user_id'
            - 'newest_key' - 'rating_key' - 'price_key' - 'image_previews'
          order by created_at), '[]')
        from public.spaces where user_id = p_user_id
      ),
      'bookings', (
        select coalesce(jsonb_agg(
          to_jsonb(bookings) - 'user_id' - 'host_commission_percentage' - 'host_commission_amount'
            - 'host_share_amount'
            || jsonb_build_object('space', jsonb_build_object(
              'title', spaces.title, 'location', spaces.location, 'country', spaces.country))
          order by bookings.start_time), '[]')
        from public.bookings
        join public.spaces on spaces.id = bookings.space_id
        where bookings.user_id = p_user_id
      ),
      'bookings_of_my_spaces', (
        select coalesce(jsonb_agg(
          to_jsonb(bookings) - 'user_id' || jsonb_build_object('space_title', spaces.title)
          order by bookings.start_time), '[]')
        from public.bookings
        join public.spaces on spaces.id = bookings.space_id
        where spaces.user_id = p_user_id
      ),
      'payment_customer', (
        select stripe_customer_id from public.payment_customers where user_id = p_user_id
      ),
      'booking_changes', (
        select coalesce(jsonb_agg(
          to_jsonb(changes) - 'host_commission_minor' - 'host_share_minor'
          order by changes.created_at), '[]')
        from public.booking_changes changes
        join public.bookings on bookings.id = changes.booking_id
        where bookings.user_id = p_user_id
      ),
      'payments', (
        select coalesce(jsonb_agg(
          to_jsonb(payments) - 'user_id' - 'hold_id' - 'host_commission_percentage'
            - 'host_commission_minor' - 'host_share_minor'
          order by payments.created_at), '[]')
        from public.payments where user_id = p_user_id
      ),
      'refunds', (
        select coalesce(jsonb_agg(
          to_jsonb(refunds) - 'attempt' - 'key_number' - 'last_error' - 'retry_at'
          order by refunds.created_at), '[]')
        from public.refunds
        join public.payments on payments.id = refunds.payment_id
        where payments.user_id = p_user_id
      ),
      'payouts', (
        select coalesce(jsonb_agg(
          to_jsonb(payouts) - 'host_id' - 'attempt' - 'sending_minor'
            - 'transfer_requested_at' - 'last_error' - 'retry_at'
          order by payouts.created_at), '[]')
        from public.payouts where host_id = p_user_id
      ),
      'billing_details', (
        select to_jsonb(details) - 'user_id' from public.billing_details details
        where user_id = p_user_id
      ),
      'invoices', (
        select coalesce(jsonb_agg(to_jsonb(documents) - 'seller' order by issued_at, number), '[]')
        from public.documents
        where seller = p_user_id::text
          or (subject <> 'commission' and booking_id in (
            select id from public.bookings where user_id = p_user_id))
      ),
      'payout_account', (
        select to_jsonb(accounts) - 'host_id' from public.host_accounts accounts
        where host_id = p_user_id
      ),
      'bank_payouts', (
        select coalesce(jsonb_agg(to_jsonb(bank) - 'host_id' order by bank.created_at), '[]')
        from public.bank_payouts bank where host_id = p_user_id
      ),
      'addresses_of_my_spaces', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'space_id', spaces.id, 'street_address', addresses.street_address,
          'latitude', addresses.latitude, 'longitude', addresses.longitude, 'notes', arrival.notes
        ) order by spaces.created_at), '[]')
        from public.spaces
        left join public.space_addresses addresses on addresses.space_id = spaces.id
        left join public.space_arrival_notes arrival on arrival.space_id = spaces.id
        where spaces.user_id = p_user_id
          and (addresses.space_id is not null or arrival.space_id is not null)
      ),
      'extras_of_my_spaces', (
        select coalesce(jsonb_agg(to_jsonb(extras) order by extras.space_id, extras.position), '[]')
        from public.space_extras extras
        join public.spaces on spaces.id = extras.space_id
        where spaces.user_id = p_user_id
      ),
      'imported_calendars_of_my_spaces', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'space_id', calendars.space_id, 'name', calendars.name, 'url', calendars.url,
          'created_at', calendars.created_at, 'events', (
            select coalesce(jsonb_agg(to_jsonb(events) - 'calendar_id' order by start_time), '[]')
            from public.space_calendar_events events where events.calendar_id = calendars.id)
        ) order by calendars.created_at), '[]')
        from public.space_calendars calendars
        join public.spaces on spaces.id = calendars.space_id
        where spaces.user_id = p_user_id
      ),
      'changes_of_my_spaces', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'space_id', changed.space_id, 'changed_at', changed.changed_at,
          'changes', changed.changes) order by changed.id), '[]')
        from public.space_changes changed
        join public.spaces on spaces.id = changed.space_id
        where spaces.user_id = p_user_id
      ),
      'favorites', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'list', favorite_lists.name, 'created_at', favorite_lists.created_at,
          'spaces', (
            select coalesce(jsonb_agg(spaces.title order by favorites.created_at), '[]')
            from public.favorites join public.spaces on spaces.id = favorites.space_id
            where favorites.list_id = favorite_lists.id)
        ) order by favorite_lists.created_at), '[]')
        from public.favorite_lists where user_id = p_user_id
      ),
      'notifications', (
        select coalesce(jsonb_agg(
          to_jsonb(notifications) - 'user_id' - 'dedupe_key' order by created_at), '[]')
        from public.notifications where user_id = p_user_id
      ),
      'notification_preferences', (
        select coalesce(jsonb_agg(
          to_jsonb(preferences) - 'user_id' order by group_name, channel), '[]')
        from public.notification_preferences preferences where user_id = p_user_id
      ),
      'booking_problems', (
        select coalesce(jsonb_agg(to_jsonb(problems) - 'user_id' order by created_at), '[]')
        from public.booking_problems problems where user_id = p_user_id
      ),
      'space_reports', (
        select coalesce(jsonb_agg(to_jsonb(reports) - 'user_id' order by created_at), '[]')
        from public.space_reports reports where user_id = p_user_id
      ),
      'conversations', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'space_title', spaces.title, 'created_at', conversations.created_at,
          'as', case when conversations.guest_id = p_user_id then 'guest' else 'host' end,
          'messages', (
            select coalesce(jsonb_agg(jsonb_build_object(
              'sent_by_you', messages.author_id = p_user_id,
              'text', case when messages.author_id = p_user_id or public.may_share_contacts(
                  conversations.guest_id, conversations.host_id) then messages.body
                else public.mask_contacts(messages.body) end,
              'files', jsonb_array_length(messages.attachments),
              'created_at', messages.created_at) order by messages.created_at), '[]')
            from public.messages where messages.conversation_id = conversations.id)
        ) order by conversations.created_at), '[]')
        from public.conversations
        left join public.spaces on spaces.id = conversations.space_id
        where p_user_id in (conversations.guest_id, conversations.host_id)
      ),
      'quick_replies', (
        select coalesce(jsonb_agg(to_jsonb(replies) - 'user_id' order by created_at), '[]')
        from public.quick_replies replies where user_id = p_user_id
      ),
      'conversation_reports', (
        select coalesce(jsonb_agg(to_jsonb(reports) - 'user_id' order by created_at), '[]')
        from public.conversation_reports reports where user_id = p_user_id
      ),
      'blocked_users', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'user_id', blocked_id, 'created_at', created_at) order by created_at), '[]')
        from public.user_blocks where user_id = p_user_id
      ),
      'reviews', (
        select coalesce(jsonb_agg(to_jsonb(reviews) - 'user_id' order by created_at), '[]')
        from public.reviews where user_id = p_user_id
      ),
      'guest_reviews', (
        select coalesce(
          jsonb_agg(to_jsonb(reviews) - '{guest_id,host_id}'::text[] order by created_at), '[]')
        from public.guest_reviews reviews
        where host_id = p_user_id
          or guest_id = p_user_id and published_at is not null and hidden_at is null
      ),
      'review_reports', (
        select coalesce(jsonb_agg(to_jsonb(reports) - 'user_id' order by created_at), '[]')
        from public.review_reports reports where user_id = p_user_id
      ),
      'files', (
        select coalesce(jsonb_agg(to_jsonb(files)), '[]')
        from public.files_of_user(p_user_id) as files
      )
    ) || public.export_messages(p_user_id, public.verified_email(p_user_id))
  $$;

revoke execute on function
  public.verified_email, public.mails_to_user, public.export_messages, public.files_of_user,
  public.export_account
from public, anon, authenticated;
grant execute on function public.files_of_user, public.export_account to service_role;
