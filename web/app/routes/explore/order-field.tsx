import { defaultOrder, spaceOrders, type SpaceOrder } from '#web/data/space-order.ts'
import { NativeSelect } from '#web/ui/native-select.tsx'

const options = Object.entries(spaceOrders).map(([id, { label }]) => ({ id, label }))

type OrderFieldProps = {
  value: string | undefined
  onChange: (order: SpaceOrder | undefined) => void
  /** Id of the form that it belongs to, for visitors without JavaScript. */
  form: string
}

/** In which order spaces are listed. */
export function OrderField({ value = defaultOrder, onChange, form }: OrderFieldProps) {
  return (
    <NativeSelect
      name="sort"
      label="Sort by"
      form={form}
      options={options}
      value={value}
      onChange={(order) => onChange(order === defaultOrder ? undefined : (order as SpaceOrder))}
      className="w-full sm:w-56"
    />
  )
}
