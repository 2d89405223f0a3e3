import { CalendarDays, House, Sun, Wallet } from 'lucide-react'
import { Outlet } from 'react-router'
import { AreaTabs } from '#web/features/shell/area-tabs.tsx'
import { paths } from '#web/lib/paths.ts'

const tabs = [
  { to: paths.hosting(), label: 'Today', icon: Sun, end: true },
  { to: paths.hostingCalendar(), label: 'Calendar', icon: CalendarDays },
  { to: paths.myListings(), label: 'Listings', icon: House },
  { to: paths.hostingEarnings(), label: 'Earnings', icon: Wallet },
]

/** Layout of the screens for hosts. */
export default function HostingLayout() {
  return (
    <>
      <AreaTabs label="Hosting" tabs={tabs} />
      <Outlet />
    </>
  )
}
