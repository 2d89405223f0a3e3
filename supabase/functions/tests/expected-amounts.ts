import { hostCommissionPercentage, platformFeePercentage } from '@hourspace/domain/fees.ts'

/**
 * Returns the amounts of a booking in minor units. Uses the percentages of `domain/fees.ts` but not
 * its function `quote`, so that tests check the arithmetic of `quote`.
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
