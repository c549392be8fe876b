package org.evenkeel.client.codec;

import com.esotericsoftware.kryo.util.MapReferenceResolver;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.util.UUID;

/** Which objects keep their identity within a payload: all but plain values. */
final class References extends MapReferenceResolver {

    @Override
    @SuppressWarnings("rawtypes") // as Kryo declares it
    public boolean useReferences(Class type) {
        Class<?> checked = type;
        return !checked.isPrimitive()
                && checked != String.class
                && checked != Integer.class
                && checked != Long.class
                && checked != Double.class
                && checked != Boolean.class
                && checked != Byte.class
                && checked != Short.class
                && checked != Float.class
                && checked != Character.class
                && checked != BigInteger.class
                && checked != BigDecimal.class
                && checked != UUID.class
                && checked != URI.class
                && !Enum.class.isAssignableFrom(checked)
                && !checked.getName().startsWith("java.time.");
    }
}
