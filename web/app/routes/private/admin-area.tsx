import { Outlet } from 'react-router'
import { AreaTabs } from '#web/features/shell/area-tabs.tsx'

/** Layout of the screens for admins. */
export default function AdminArea() {
  return (
    <>
      <AreaTabs area="admin" />
      <Outlet />
    </>
  )
}
