import { Module, type DynamicModule, type ValueProvider } from '@nestjs/common';

@Module({})
class GlobalModule {}

/** Returns a module whose values every other module may inject. */
export const globalModule = (providers: ValueProvider[]): DynamicModule => ({
  module: GlobalModule,
  global: true,
  providers,
  exports: providers.map(({ provide }) => provide),
});
