import { Outlet } from 'react-router'

/** Pages of signed-in users and pages whose URL may contain a secret; no cache may keep them. */
export const headers = () => ({ 'Cache-Control': 'no-store' })

export default function PrivateLayout() {
  return <Outlet />
}
