import { demoAccounts } from './sessions.ts'
import type { TestClients } from './instances.ts'

/** Returns the URL of the space in Tokyo with the most reviews. */
export async function mostReviewedSpace({ server }: TestClients): Promise<string> {
  const { data } = await server
    .from('spaces')
    .select('slug')
    .eq('location', 'Tokyo')
    .order('reviewCount', { ascending: false })
    .limit(1)
    .single()
    .throwOnError()
  return `/space/${data.slug}`
}

export async function pageOfHost({ server }: TestClients): Promise<string> {
  const { data } = await server
    .from('profiles')
    .select('id')
    .eq('full_name', demoAccounts.host.fullName)
    .single()
    .throwOnError()
  return `/hosts/${data.id}`
}

/** Returns the URL of the confirmation screen for the demo guest's last confirmed booking. */
export async function bookingOfUser(clients: TestClients): Promise<string> {
  return `/booking-confirmation?booking=${await latestBookingOfUser(clients)}`
}

export async function bookingPageOfUser(clients: TestClients): Promise<string> {
  return `/bookings/${await latestBookingOfUser(clients)}`
}

export async function conversationOfUser({ server }: TestClients): Promise<string> {
  const idOf = async ({ fullName }: { fullName: string }) => {
    const { data } = await server
      .from('profiles')
      .select('id')
      .eq('full_name', fullName)
      .single()
      .throwOnError()
    return data.id
  }
  const { data } = await server
    .from('conversations')
    .select('id')
    .eq('guest_id', await idOf(demoAccounts.user))
    .eq('host_id', await idOf(demoAccounts.host))
    .single()
    .throwOnError()
  return `/messages/${data.id}`
}

export async function adminBookingOfUser(clients: TestClients): Promise<string> {
  return `/admin/bookings/${await latestBookingOfUser(clients)}`
}

async function latestBookingOfUser({ server }: TestClients): Promise<string> {
  const { data: guest } = await server
    .from('profiles')
    .select('id')
    .eq('full_name', demoAccounts.user.fullName)
    .single()
    .throwOnError()
  const { data } = await server
    .from('bookings')
    .select('id')
    .eq('user_id', guest.id)
    .eq('status', 'confirmed')
    .order('start_time', { ascending: false })
    .limit(1)
    .single()
    .throwOnError()
  return data.id
}
