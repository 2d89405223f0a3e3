import { Outlet } from 'react-router'
import { AreaTabs } from '#web/features/shell/area-tabs.tsx'

export default function AdminArea() {
  return (
    <>
      <AreaTabs area="admin" />
      <Outlet />
    </>
  )
}
