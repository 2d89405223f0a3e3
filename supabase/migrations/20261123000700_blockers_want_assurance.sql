-- What stands in the way of leaving tells of bookings and money: nothing for a password alone.
create or replace function public.my_account_deletion_blockers()
  returns table (
    kind text, id uuid, title text, on_day date, amount numeric, currency text
  )
  language plpgsql stable security definer set search_path = ''
  as $$
    begin
      perform public.require_assurance();
      return query select * from public.account_deletion_blockers((select auth.uid()));
    end
  $$;
