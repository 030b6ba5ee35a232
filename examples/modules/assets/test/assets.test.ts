import { describeCrud } from '@atrium/kit/test'
import { assetsContract, assetsErrors } from '../contract.ts'

describeCrud(assetsContract, {
  table: 'assets.assets',
  sample: (n) => ({ name: `资产${n}`, code: `asset-${n}` }),
  searched: 'name',
  unique: { name: assetsErrors.nameTaken, code: assetsErrors.codeTaken },
})
