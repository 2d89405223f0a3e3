-- The Stripe customer of a guest who has saved a card. Only Stripe stores the card.
create table public.payment_customers (
  user_id uuid primary key references public.profiles (id),
  stripe_customer_id text not null,
  created_at timestamptz not null default now(),

  constraint payment_customers_stripe_customer_id_key unique (stripe_customer_id)
);

alter table public.payment_customers enable row level security;
revoke all on public.payment_customers from anon, authenticated;

-- Stores a user's Stripe customer unless one is already stored, and returns the stored customer.
create function public.attach_payment_customer(p_user_id uuid, p_customer_id text) returns text
  language sql set search_path = '' as $$
    insert into public.payment_customers (user_id, stripe_customer_id)
    values (p_user_id, p_customer_id)
    on conflict (user_id) do update set stripe_customer_id = payment_customers.stripe_customer_id
    returning stripe_customer_id
  $$;

revoke execute on function public.attach_payment_customer from public, anon, authenticated;
grant execute on function public.attach_payment_customer to service_role;
