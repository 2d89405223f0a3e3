export const numberOptions = (values: readonly number[], text: (value: number) => string) =>
  values.map((value) => ({ id: String(value), label: text(value) }))

export const hoursText = (hours: number) => (hours === 1 ? '1 hour' : `${hours} hours`)
export const allHours = Array.from({ length: 24 }, (_, index) => index + 1)
