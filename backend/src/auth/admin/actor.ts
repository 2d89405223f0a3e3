/** Who acts in the log when the project's own servers do. */
export const projectItself = {
  id: '00000000-0000-0000-0000-000000000000',
  email: 'service_role',
  phone: null,
  is_anonymous: false,
}
