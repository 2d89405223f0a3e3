import { hostCommissionPercentage, platformFeePercentage } from '@hourspace/domain/fees.ts'

/**
 * Returns a booking's amounts in minor units. Computes them independently of `quote` in
 * domain/fees.ts, so that tests detect errors in `quote`.
 */
export function expectedAmounts(rentalMinor: number) {
  const feeMinor = Math.round((rentalMinor * platformFeePercentage) / 100)
  const commissionMinor = Math.round((rentalMinor * hostCommissionPercentage) / 100)
  return {
    feeMinor,
    totalMinor: rentalMinor + feeMinor,
    shareMinor: rentalMinor - commissionMinor,
  }
}
