import { setTimeout as sleep } from 'node:timers/promises'
import { type Config, readConfig } from '../config/config.ts'
import { asOwner } from '../kernel/db/as-owner.ts'
import { type KeyRotation, listKeyRotations, secondsOfRotation } from '../kernel/db/key-rotations.ts'
import { createSecrets, type Keyring, keyFingerprint, toFingerprint } from '../kernel/secrets.ts'
import { tell } from '../kernel/texts/operator-language.ts'
import { beginRotation } from '../key-rotation/begin-rotation.ts'
import { finishRotation } from '../key-rotation/finish-rotation.ts'
import { countSealed, type SealedCounts } from '../key-rotation/seal-again.ts'
import { readSecretKey } from '../secret-key.ts'
import type { Command, CommandInput } from './command.ts'
import { withOwnerDatabase } from './with-owner-database.ts'

type Print = CommandInput['print']

const readKeys = async (config: Config) => {
  const key = await readSecretKey(config)
  if (key === undefined) throw new Error(tell('没有 SECRET_KEY，{dataDir} 里也没有密钥', { dataDir: config.dataDir }))
  return { key, previous: config.previousSecretKey }
}

const describe = ({ replaced, next, startedAt, finishedAt, resealed }: KeyRotation): string => {
  const state = finishedAt ? tell('已于 {finishedAt} 完成', { finishedAt: finishedAt.toISOString() }) : tell('正在进行')
  return tell('密钥 {replaced} → {next}，{startedAt} 开始，{state}，已重新加密 {resealed} 个值', {
    replaced,
    next,
    startedAt: startedAt.toISOString(),
    state,
    resealed,
  })
}
const countLine = ({ column, present, replaced, lost }: SealedCounts) =>
  tell('  {column}：现在的密钥 {present}，待重新加密 {replaced}{unreadable}', {
    column,
    present,
    replaced,
    unreadable: lost === 0 ? '' : tell('，无法解密 {lost}', { lost }),
  })

const printStatus = async (config: Config, ownerUrl: string, print: Print): Promise<void> => {
  const { key, previous } = await readKeys(config)
  const keyring = createSecrets(key, { replaced: previous || undefined })
  const { stored, rotations, counts } = await asOwner(ownerUrl, async (client) => {
    const { rows } = await client.query<{ fingerprint: string }>('select fingerprint from installation_key')
    return {
      stored: rows[0]?.fingerprint ?? '',
      rotations: await listKeyRotations(client),
      counts: await countUnder(keyring, rows[0]?.fingerprint ?? '', client),
    }
  })
  print(
    tell('数据库现在用密钥 {stored} 写入，签名公钥的指纹是 {publicKey}', {
      stored,
      publicKey: toFingerprint(keyring.publicKey),
    }),
  )
  if (stored !== keyFingerprint(key))
    print(
      previous === ''
        ? tell('SECRET_KEY 是密钥 {key}，与数据库不符', { key: keyFingerprint(key) })
        : tell('SECRET_KEY 是密钥 {key}，轮换尚未开始', { key: keyFingerprint(key) }),
    )
  for (const rotation of rotations) print(describe(rotation))
  print(tell('各列中加密的值：'))
  for (const counted of counts) print(countLine(counted))
}
const countUnder = (keyring: Keyring, stored: string, client: Parameters<typeof countSealed>[0]) => {
  keyring.turnTo(stored)
  return countSealed(client, keyring)
}

const waitFor = async (ownerUrl: string, keyring: Keyring, print: Print) => {
  const pauseMs = 2000
  print(tell('另一进程正在重新加密，等待其完成……'))
  const isUnderWay = () => asOwner(ownerUrl, (client) => secondsOfRotation(client, keyring.presentKey()))
  while ((await isUnderWay()) !== undefined) {
    await sleep(pauseMs)
    // It may have ended in the middle.
    await finishRotation(ownerUrl, keyring, { signal: new AbortController().signal })
  }
}

const rotate = async (config: Config, ownerUrl: string, print: Print): Promise<void> => {
  const { key, previous } = await readKeys(config)
  if (previous === '') throw new Error(tell('请把新密钥设为 SECRET_KEY，原密钥设为 SECRET_KEY_PREVIOUS'))
  await beginRotation(ownerUrl, { key, previous })
  const keyring = createSecrets(key, { replaced: previous })
  print(
    tell('数据库已改用密钥 {presentKey} 写入，正在重新加密，至少需半分钟；可随时中断，再次运行或由任一节点继续', {
      presentKey: keyring.presentKey(),
    }),
  )
  const stopping = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => stopping.abort(new Error(tell('已中断，节点会继续完成'))))
  let shown = 0
  const onProgress = (changed: number) => {
    if (changed !== shown) print(tell('已处理 {changed} 个值', { changed }))
    shown = changed
  }
  const isOwnWork = await finishRotation(ownerUrl, keyring, { signal: stopping.signal, onProgress })
  if (!isOwnWork) await waitFor(ownerUrl, keyring, print)
  print(tell('轮换完成：全部值已改用新密钥加密，请从所有节点移除 SECRET_KEY_PREVIOUS 并重启'))
}

const acts = { status: printStatus, rotate }

export const key: Command = {
  summary: '轮换 SECRET_KEY，或查看进度',
  usage: 'status | rotate',
  positionals: [1, 1],
  async run({ env, root, print, positionals: [act = ''] }) {
    if (act !== 'status' && act !== 'rotate') {
      print(tell('没有操作“{act}”，用法：atrium key status | rotate', { act }))
      return 2
    }
    const config = readConfig(env, root)
    await withOwnerDatabase(config, print, (ownerUrl) => acts[act](config, ownerUrl, print))
    return 0
  },
}
