import { defineSheet } from '@atrium/kit/contract'

/** Assets in sheets. A row with a number changes that asset, one without adds another. */
export const assetSheet = defineSheet({
  entity: 'asset',
  title: '资产',
  fields: {
    number: { title: '资产编号', kind: 'text', sample: '', width: 20, hint: '新增的资产不填' },
    name: { title: '资产名称', kind: 'text', sample: '笔记本电脑', width: 24 },
    category: { title: '资产分类', kind: 'ref', reference: { entity: 'assetCategory', by: 'name' }, sample: '电脑' },
    price: { title: '购入价格', kind: 'decimal2', sample: '6999.00' },
    netValue: { title: '净值', kind: 'decimal2' },
    boughtOn: { title: '购入日期', kind: 'date', sample: '2026-01-31' },
    state: { title: '状态', kind: 'dict', dictionary: 'assetState', sample: '闲置' },
    keeper: { title: '保管人', kind: 'ref', reference: { entity: 'user', by: 'name' }, sample: '' },
    org: { title: '所属组织', kind: 'ref', reference: { entity: 'organization', by: 'name' }, sample: '' },
    location: { title: '存放地点', kind: 'text', sample: '三楼机房', width: 20 },
    note: { title: '备注', kind: 'text', sample: '', width: 24 },
    createBy: { title: '创建人', kind: 'text' },
    createTime: { title: '创建时间', kind: 'datetime' },
  },
  keys: [['number']],
})
