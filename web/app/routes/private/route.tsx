import { Outlet } from 'react-router'

/**
 * Layout of pages that must not be cached: pages of signed-in users, and pages whose URL may
 * contain a secret.
 */
export const headers = () => ({ 'Cache-Control': 'no-store' })

export default function PrivateLayout() {
  return <Outlet />
}
