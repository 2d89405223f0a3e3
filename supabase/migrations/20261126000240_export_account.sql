-- How Stripe is asked for a refund or a transfer says nothing about a person.

create or replace function public.export_account(p_user_id uuid) returns jsonb
  language sql stable security definer set search_path = ''
  as $$
    select jsonb_build_object(
      'profile', (
        select to_jsonb(profiles) - 'deleted_at' from public.profiles where id = p_user_id
      ),
      'sessions', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'created_at', sessions.created_at, 'refreshed_at', sessions.refreshed_at,
          'user_agent', sessions.user_agent, 'ip', host(sessions.ip)
        ) order by sessions.created_at), '[]')
        from auth.sessions where user_id = p_user_id
      ),
      'spaces', (
        select coalesce(
          jsonb_agg(
            to_jsonb(spaces) - 'user_id' - 'search_text' - 'location_text'
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
          to_jsonb(payouts) - 'host_id' - 'attempt' - 'sending_minor' - 'asked_at' - 'last_error'
            - 'retry_at'
          order by payouts.created_at), '[]')
        from public.payouts where host_id = p_user_id
      ),
      'reviews', (
        select coalesce(jsonb_agg(to_jsonb(reviews) - 'user_id' order by created_at), '[]')
        from public.reviews where user_id = p_user_id
      ),
      'files', (
        select coalesce(jsonb_agg(to_jsonb(files)), '[]') from public.files_of(p_user_id) as files
      )
    ) || public.export_letters(p_user_id, public.proven_address(p_user_id))
  $$;
