import { contactSubjects } from '#web/content/contact.ts'

export type ContactMessage = { name: string; email: string; subject: string; message: string }

export type ContactErrors = Partial<Record<keyof ContactMessage, string>>

export function readMessage(form: FormData): ContactMessage {
  const text = (name: string) => {
    const value = form.get(name)
    return typeof value === 'string' ? value : ''
  }
  return {
    name: text('name'),
    email: text('email'),
    subject: text('subject'),
    message: text('message'),
  }
}

/** Returns the validation errors of a contact message. The edge function repeats the checks. */
export function checkMessage({ name, email, subject, message }: ContactMessage): ContactErrors {
  const errors: ContactErrors = {}
  if (!name.trim()) errors.name = 'Please enter your name'
  if (!email.trim()) errors.email = 'Please enter your email'
  else if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim()))
    errors.email = 'Please enter a valid email address'
  if (!contactSubjects.some(({ id }) => id === subject)) errors.subject = 'Please choose a subject'
  if (!message.trim()) errors.message = 'Please write a message'
  return errors
}
