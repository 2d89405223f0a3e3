import { hostCommissionPercentage, platformFeePercentage } from '@hourspace/domain/fees.ts'

/**
 * Amounts of a booking in minor units, computed without `quote` of `domain/fees.ts`, so that tests of the functions
 * follow its percentages but check its arithmetic.
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
