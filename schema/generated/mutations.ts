/* Written by worker/cli/generate.ts; change schema/graphql or schema/operations instead. */
import type { Operation } from '../operation.ts'
import type {
  AddItemsMutation,
  AddItemsMutationVariables,
  ChangeAmountMutation,
  ChangeAmountMutationVariables,
  ChangeCountryMutation,
  ChangeCountryMutationVariables,
  ConfirmOrderPaymentMutation,
  ConfirmOrderPaymentMutationVariables,
  CreateStripePaymentMutation,
  CreateStripePaymentMutationVariables,
  ExtendReservationMutation,
  ExtendReservationMutationVariables,
  HeartbeatMutation,
  HeartbeatMutationVariables,
  LogActivityMutation,
  LogActivityMutationVariables,
  OpenDiscountsMutation,
  OpenDiscountsMutationVariables,
  PlaceOrderMutation,
  PlaceOrderMutationVariables,
  RemoveItemMutation,
  RemoveItemMutationVariables,
  ResumeSessionMutation,
  ResumeSessionMutationVariables,
  SubscribeNewsletterMutation,
  SubscribeNewsletterMutationVariables,
  UpdatePersonalIdentifierMutation,
  UpdatePersonalIdentifierMutationVariables,
  UpdatePreferredPaymentMethodMutation,
  UpdatePreferredPaymentMethodMutationVariables,
} from './operations.ts'

export const AddItemsDocument: Operation<AddItemsMutation, AddItemsMutationVariables> = {
  name: 'AddItems',
  kind: 'mutation',
  hash: '805505698bb1f5fc51fd815886048a2793eb0c1b178c301dc84d05842496a754',
}

export const ChangeAmountDocument: Operation<ChangeAmountMutation, ChangeAmountMutationVariables> = {
  name: 'ChangeAmount',
  kind: 'mutation',
  hash: 'b7c653a8ca3acdaefc2b364690b3a5aca79a084c510e0051b3a46733588484b2',
}

export const ChangeCountryDocument: Operation<ChangeCountryMutation, ChangeCountryMutationVariables> = {
  name: 'ChangeCountry',
  kind: 'mutation',
  hash: '21bf252a7c4387124dfdf90f147032b6b1a8940cc1ddc6f7966a64cfe1c83cdf',
}

export const ConfirmOrderPaymentDocument: Operation<ConfirmOrderPaymentMutation, ConfirmOrderPaymentMutationVariables> = {
  name: 'ConfirmOrderPayment',
  kind: 'mutation',
  hash: 'a3e1286138e7858c4aa40bc98a2e6ff15657c106ebfd903532e8734cb629f2c5',
}

export const CreateStripePaymentDocument: Operation<CreateStripePaymentMutation, CreateStripePaymentMutationVariables> = {
  name: 'CreateStripePayment',
  kind: 'mutation',
  hash: '5d8c9f220ceb0793aac3f9d0ef4491ef5007d21fc6040d003ffc1e5431ebb364',
}

export const ExtendReservationDocument: Operation<ExtendReservationMutation, ExtendReservationMutationVariables> = {
  name: 'ExtendReservation',
  kind: 'mutation',
  hash: '4afbb5950d38712af0e6d516d47e65c77f14c4a9abaed511436a1d5e03add7f7',
}

export const HeartbeatDocument: Operation<HeartbeatMutation, HeartbeatMutationVariables> = {
  name: 'Heartbeat',
  kind: 'mutation',
  hash: 'a3eddd53c4ab98b0a2556ba907edc8f019b1c4ecfa7a4949c373aa5ac7e9a745',
}

export const LogActivityDocument: Operation<LogActivityMutation, LogActivityMutationVariables> = {
  name: 'LogActivity',
  kind: 'mutation',
  hash: 'b631a92aec9423a5789bf5aa436ec6a6e862e3b6b5073b4f47b05dd85f83d13a',
}

export const OpenDiscountsDocument: Operation<OpenDiscountsMutation, OpenDiscountsMutationVariables> = {
  name: 'OpenDiscounts',
  kind: 'mutation',
  hash: '9259cd5f3d4565b6d657b4b835eb056f80525f4a981ae05362663d553a00f12c',
}

export const PlaceOrderDocument: Operation<PlaceOrderMutation, PlaceOrderMutationVariables> = {
  name: 'PlaceOrder',
  kind: 'mutation',
  hash: '0bd67b625fb7b1a13635d4eea195ba5be09e4841a0e34360eadde30902e41e99',
}

export const RemoveItemDocument: Operation<RemoveItemMutation, RemoveItemMutationVariables> = {
  name: 'RemoveItem',
  kind: 'mutation',
  hash: '7d579a3525b5ee7eb92dff94bb018776a8ecb079bdd7f9ea0c444580787e8aff',
}

export const ResumeSessionDocument: Operation<ResumeSessionMutation, ResumeSessionMutationVariables> = {
  name: 'ResumeSession',
  kind: 'mutation',
  hash: 'aa8b38ea68358fd934795c11b341972c51bd708dfaa4d38c185d5832af3ffc5b',
}

export const SubscribeNewsletterDocument: Operation<SubscribeNewsletterMutation, SubscribeNewsletterMutationVariables> = {
  name: 'SubscribeNewsletter',
  kind: 'mutation',
  hash: 'f181203680c4ce9adb337a5c6f11b3bf1bb00ac9d3825c9b870e04485112c803',
}

export const UpdatePersonalIdentifierDocument: Operation<UpdatePersonalIdentifierMutation, UpdatePersonalIdentifierMutationVariables> = {
  name: 'UpdatePersonalIdentifier',
  kind: 'mutation',
  hash: 'a374fc485b05373910b42e9b669afdbc4aac2d7253871801361a6476777f83bf',
}

export const UpdatePreferredPaymentMethodDocument: Operation<UpdatePreferredPaymentMethodMutation, UpdatePreferredPaymentMethodMutationVariables> = {
  name: 'UpdatePreferredPaymentMethod',
  kind: 'mutation',
  hash: 'd0235d38d042462a45eb76972e71beb60d1176cda8873e68e895eb9965601694',
}
