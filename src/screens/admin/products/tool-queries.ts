import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type * as z from 'zod/mini'
import { useIdempotencyKey } from '#ui/calls/idempotency-key.ts'
import { call, callPage } from '#ui/calls/call.ts'
import { taxContract } from '#contracts/tax'
import { uploadFile } from '#ui/calls/upload.ts'
import type { DocumentKind } from '#rules/catalogue'
import {
  type AddTool,
  type ChangeStock,
  type ChangeTool,
  type Tool,
  type ToolDocument,
  catalogueContract,
  documentsContract,
} from '#contracts/catalogue'

export const toolsKey = ['tools']
const toolKey = (id: string) => ['tool', id]
const stockKey = (id: string) => ['tool-stock', id]

/** The classes by which tools can be taxed. */
export const useTaxClasses = () =>
  useQuery({ queryKey: ['tax-classes'], queryFn: () => call(taxContract.listTaxClasses, {}) })

/** How many movements the stock dialog shows. */
const movementsShown = 8

export function useTool(id: string) {
  return useQuery({
    queryKey: toolKey(id),
    queryFn: () => call(catalogueContract.getAnyTool, { params: { id } }),
    // A form stands on it: nothing changes under the hands of whoever types.
    refetchOnWindowFocus: false,
    staleTime: 0,
    gcTime: 0,
  })
}

/** Where a tool's stock is, and how it came to that. */
export function useStock(id: string) {
  return useQuery({
    queryKey: stockKey(id),
    queryFn: async () => {
      const [level, ledger] = await Promise.all([
        call(catalogueContract.getStockLevel, { params: { id } }),
        callPage(catalogueContract.listStockMovements, { params: { id }, query: { limit: movementsShown } }),
      ])
      return { level, movements: ledger.items }
    },
  })
}

function useRefresh() {
  const queries = useQueryClient()
  return async (id?: string) => {
    await Promise.all([
      queries.invalidateQueries({ queryKey: toolsKey }),
      ...(id ? [toolKey(id), stockKey(id)].map(queryKey => queries.invalidateQueries({ queryKey })) : []),
    ])
  }
}

/** Adds a tool: once, however often the same content is sent. */
export function useAddTool() {
  const refresh = useRefresh()
  const { keyOf, forget } = useIdempotencyKey()
  return useMutation({
    mutationFn: (body: z.input<typeof AddTool>) =>
      call(catalogueContract.addTool, { body, idempotencyKey: keyOf(body) }),
    onSuccess: () => {
      forget()
      return refresh()
    },
  })
}

export function useChangeTool(id: string) {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (body: z.input<typeof ChangeTool>) => call(catalogueContract.changeTool, { params: { id }, body }),
    onSuccess: () => refresh(),
  })
}

/** What of a tool is changed by itself, beside its form. The form keeps what was typed: it is read again at its next opening. */
export function useDocuments(id: string, given: readonly ToolDocument[]) {
  const [documents, setDocuments] = useState(given)
  const refresh = useRefresh()
  const add = async ({ file, onProgress, ...query }: NewDocument): Promise<ToolDocument> => {
    const { signal } = new AbortController()
    const params = { id }
    const added = await uploadFile(documentsContract.addToolDocument, { file, params, query, onProgress, signal })
    setDocuments(before => [...before.filter(({ _id }) => _id !== added._id), added])
    await refresh()
    return added
  }
  const remove = async (document: string): Promise<void> => {
    await call(documentsContract.removeToolDocument, { params: { id, document } })
    setDocuments(before => before.filter(({ _id }) => _id !== document))
    await refresh()
  }
  return { documents, add, remove }
}

type NewDocument = { file: File; kind: DocumentKind; name: string; onProgress: (share: number) => void }

/** Deletes a tool; done when the list has been read again. */
export function useDeleteTool() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (tool: Tool) => call(catalogueContract.deleteTool, { params: { id: tool._id } }),
    onSettled: (_answer, _error, tool) => refresh(tool._id),
  })
}

/** Books units: once, however often the same booking is sent. */
export function useChangeStock(id: string) {
  const refresh = useRefresh()
  const { keyOf, forget } = useIdempotencyKey()
  return useMutation({
    mutationFn: (body: z.input<typeof ChangeStock>) =>
      call(catalogueContract.changeStock, { params: { id }, body, idempotencyKey: keyOf(body) }),
    onSuccess: () => {
      forget()
      return refresh(id)
    },
  })
}
