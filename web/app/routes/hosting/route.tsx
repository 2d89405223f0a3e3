import { Outlet } from 'react-router'
import { useScreensOf } from '#web/features/account/mode.ts'
import { AreaTabs } from '#web/features/shell/area-tabs.tsx'

/** Layout of the screens for hosts. */
export default function HostingLayout() {
  useScreensOf('host')
  return (
    <>
      <AreaTabs area="host" />
      <Outlet />
    </>
  )
}
