import { Outlet } from 'react-router'
import { useMode } from '#web/features/account/mode.ts'
import { AreaTabs } from '#web/features/shell/area-tabs.tsx'

/** Layout of the signed-in screens that guests and hosts share. */
export default function OwnLayout() {
  return (
    <>
      <AreaTabs area={useMode()} />
      <Outlet />
    </>
  )
}
