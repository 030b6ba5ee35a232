import { randomUUID } from 'node:crypto'
import { anyPhone, code, type MakeSamples, password } from '../../../../test/hostile/sample.ts'

export const samples: MakeSamples = async () => ({
  'sysSecurity.bindSend': () => ({ body: { type: 'phone', target: anyPhone() } }),
  'sysSecurity.bindConfirm': () => ({ body: { type: 'phone', target: anyPhone(), ...code(), password } }),
  'sysSecurity.changePassword': () => ({ body: { oldPass: password, newPass: password } }),
  'sysSecurity.switchItem': () => ({ body: { item: 'loginNotice', on: true } }),
  'sysSecurity.recoveryCodes': () => ({ body: { password } }),
  'sysSecurity.sendProofCode': () => ({ body: {} }),
  'sysSecurity.prove': () => ({ body: { type: 'password', password } }),
  'sysSecurity.renamePasskey': () => ({ params: { id: randomUUID() }, body: { name: '钥匙' } }),
})
