import { describeModule } from '@atrium/kit/test'
import { contract } from '../contract.ts'

const asset = (id: string) => ({
  name: '投影仪',
  category: id,
  price: '6999.00',
  boughtOn: '2026-01-31',
  state: 'idle',
})

describeModule(contract, {
  samples: (id) => ({
    'assets.create': { body: asset(id) },
    'assets.update': { params: { id }, body: { ...asset(id), version: 1 } },
  }),
})
