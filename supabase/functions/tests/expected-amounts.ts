import { hostCommissionPercentage, platformFeePercentage } from '@hourspace/domain/fees.ts'

/**
 * Returns a booking's amounts in minor units. Does not use `quote` of domain/fees.ts, so that tests
 * can compare both.
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
