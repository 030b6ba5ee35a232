import { describeModule } from '@atrium/kit/test'
import { contract } from '../contract.ts'

describeModule(contract)
