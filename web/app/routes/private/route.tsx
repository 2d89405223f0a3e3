import { Outlet } from 'react-router'

/**
 * Layout of pages that must not be cached: pages for signed-in users, and pages with a secret in
 * the URL.
 */
export const headers = () => ({ 'Cache-Control': 'no-store' })

export default function PrivateLayout() {
  return <Outlet />
}
