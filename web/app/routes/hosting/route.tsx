import { Outlet } from 'react-router'
import { useScreensOf } from '#web/features/account/mode.ts'
import { AreaTabs } from '#web/features/shell/area-tabs.tsx'

export default function HostingLayout() {
  useScreensOf('host')
  return (
    <>
      <AreaTabs area="host" />
      <Outlet />
    </>
  )
}
