import { describeGrowth } from './describe-growth.ts'

describeGrowth((cases) => cases)
