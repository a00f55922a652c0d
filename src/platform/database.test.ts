import pg from 'pg'
import { expect, it } from 'vitest'
import { isDatabaseAway } from './database.server.ts'

function databaseError(code: string): pg.DatabaseError {
  return Object.assign(new pg.DatabaseError('said by the server', 0, 'error'), { code })
}

function systemError(code: string, syscall: string): Error {
  return Object.assign(new Error(`${syscall} ${code}`), { code, syscall })
}

it.each([
  ['the server is shutting down', databaseError('57P01')],
  ['a crash of the server cut the session', databaseError('57P02')],
  ['the server is starting', databaseError('57P03')],
  ['no connection is left', databaseError('53300')],
  ['the server takes no writes', databaseError('25006')],
  ['the connection failed', databaseError('08006')],
  ['nobody listens', systemError('ECONNREFUSED', 'connect')],
  ['there is no socket', systemError('ENOENT', 'connect')],
  ['the server hung up', systemError('ECONNRESET', 'read')],
  ['the server had hung up', systemError('EPIPE', 'write')],
  ['the driver saw the end', new Error('Connection terminated unexpectedly')],
  ['the driver waited in vain', new Error('timeout exceeded when trying to connect')],
])('the database is away when %s', (_, error) => {
  expect(isDatabaseAway(error)).toBe(true)
})

it.each([
  ['a constraint is broken', databaseError('23505')],
  ['a statement is wrong', databaseError('42601')],
  ['a statement was cancelled', databaseError('57014')],
  ['a file is missing', systemError('ENOENT', 'open')],
  ['the disk is full', systemError('ENOSPC', 'write')],
  ['something else is thrown', new TypeError('undefined is not a function')],
  ['it is not even an error', 'Connection terminated'],
])('the database is there when %s', (_, error) => {
  expect(isDatabaseAway(error)).toBe(false)
})
