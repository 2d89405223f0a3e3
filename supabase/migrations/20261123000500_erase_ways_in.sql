-- Erasing an account ends every way into it in the same transaction: accounts elsewhere, a number,
-- second factors, codes and links on their way. Otherwise as before.

create or replace function public.erase_account(p_user_id uuid) returns jsonb
  language plpgsql security definer set search_path = ''
  as $$
    declare
      person public.profiles;
      in_the_way jsonb;
    begin
      -- The locks of a checkout, in its order: none is begun while this looks for them.
      perform pg_advisory_xact_lock(hashtextextended('checkout:' || p_user_id::text, 0));
      perform from public.spaces where user_id = p_user_id order by id for update;
      select * into person from public.profiles where id = p_user_id for update;
      if not found then
        raise exception using errcode = 'PT404', detail = 'account_not_found',
          message = 'Account not found';
      end if;
      if person.deleted_at is not null then
        return jsonb_build_object('erased', true, 'blockers', '[]'::jsonb);
      end if;

      select coalesce(jsonb_agg(to_jsonb(blockers)), '[]') into in_the_way
      from public.account_deletion_blockers(p_user_id) as blockers;
      if in_the_way <> '[]' then
        return jsonb_build_object('erased', false, 'blockers', in_the_way);
      end if;

      delete from public.spaces
      where user_id = p_user_id
        and not exists (select from public.bookings where bookings.space_id = spaces.id)
        and not exists (select from public.payments where payments.space_id = spaces.id);
      -- Title and place stay: they are on the guests' own receipts.
      update public.spaces
      set withdrawn_at = now(), available = false, featured = false, popular = false,
        "greatValue" = false, images = '{}', meta_description = null, meta_keywords = null,
        description = 'This space is no longer listed.'
      where user_id = p_user_id;

      update public.reviews set user_id = null where user_id = p_user_id;

      perform public.erase_letters(p_user_id, public.proven_address(p_user_id));

      update public.profiles
      set full_name = null, avatar_url = null, is_admin = false, stripe_account_id = null,
        stripe_onboarding_complete = false, deleted_at = now()
      where id = p_user_id;

      -- From here on nobody signs in with the old address, and it is free for a new account. The
      -- account before its sessions, as the sign-in service locks them: no session comes after.
      -- Locked besides: a sign-in with an account elsewhere may be under way.
      update auth.users
      set email = null, phone = null, email_change = '', phone_change = '',
        encrypted_password = null, raw_user_meta_data = '{}',
        banned_until = now() + interval '100 years', updated_at = now()
      where id = p_user_id;
      delete from auth.sessions where user_id = p_user_id;
      delete from auth.identities where user_id = p_user_id;
      delete from auth.mfa_factors where user_id = p_user_id;
      delete from auth.one_time_tokens where user_id = p_user_id;
      delete from auth.flow_state where user_id = p_user_id;

      insert into public.account_deletions (user_id) values (p_user_id);
      return jsonb_build_object('erased', true, 'blockers', '[]'::jsonb);
    end
  $$;
