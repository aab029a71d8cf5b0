import { Module, type DynamicModule, type Type, type ValueProvider } from '@nestjs/common';

@Module({})
class GlobalModule {}

/** Returns a module whose values and classes every other module may inject. */
export const globalModule = (providers: (ValueProvider | Type)[]): DynamicModule => ({
  module: GlobalModule,
  global: true,
  providers,
  exports: providers.map((provider) => ('provide' in provider ? provider.provide : provider)),
});
